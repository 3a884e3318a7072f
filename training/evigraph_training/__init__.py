"""Fine-tune the sentence encoder and the sentence evidence model of Evigraph."""
