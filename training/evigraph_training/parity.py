"""Write what sentence-transformers gives for invented texts, to compare Node with: python -m evigraph_training.parity MODEL_FOLDER NAME > test/fixtures/encoder/parity-NAME.json"""

import base64
import json
import sys

from sentence_transformers import SentenceTransformer

QUESTIONS = [
    "Which drug lowers potassium in patients with kidney disease?",
    "Is dexamethasone helpful before surgery for a broken hip?",
    "What gene is mutated in Rett syndrome?",
    "List symptoms of carbon monoxide poisoning.",
    "Does the influenza vaccine prevent heart attacks?",
    "How long should clopidogrel be taken after a stent?",
    "Why was my father given antibiotics if his cultures were negative?",
    "Which receptor does erenumab block?",
    "Can I take ibuprofen with warfarin?",
    "TNF-α inhibitors: do they raise the risk of tuberculosis?",
]
SENTENCES = [
    "Patiromer lowers serum potassium in people with chronic kidney disease.",
    "Sodium zirconium cyclosilicate exchanges potassium for sodium and hydrogen in the gut.",
    "The hip fracture was fixed with a sliding screw on the second day.",
    "A single preoperative dose of dexamethasone reduced pain and nausea after arthroplasty.",
    "MECP2 encodes a protein that binds methylated DNA; most girls with Rett syndrome carry a mutation in it.",
    "CDKL5 deficiency was once called the early-seizure variant of Rett syndrome.",
    "Headache, dizziness and confusion are the first signs of carbon monoxide poisoning.",
    "Carboxyhaemoglobin was 28 % on arrival; the family's boiler had leaked.",
    "Vaccinated adults had fewer myocardial infarctions over the following winter (hazard ratio 0.72).",
    "Influenza vaccination was well tolerated; soreness of the arm was the most common complaint.",
    "Dual antiplatelet therapy is usually continued for six to twelve months after a drug-eluting stent.",
    "Clopidogrel was stopped five days before the operation.",
    "Blood cultures remained negative, but the chest film showed a new infiltrate and ceftriaxone was started.",
    "No fever was recorded after the third hospital day.",
    "Erenumab is a monoclonal antibody against the receptor of calcitonin gene-related peptide.",
    "Fremanezumab binds the CGRP ligand and not its receptor.",
    "Non-steroidal anti-inflammatory drugs raise the risk of bleeding in patients on warfarin.",
    "The INR was 4.1 and vitamin K 2.5 mg was given by mouth.",
    "Infliximab therapy is associated with reactivation of latent tuberculosis; screening is advised.",
    "IL-1β and TNF-α rose within two hours (5 µg/mL, 37 °C).",
    "Guideline committees disagree about how long anticoagulation should last after a first unprovoked thrombosis.",
    "Mice lacking the gene gained weight on a normal diet and slept more.",
    "The committee met twice a year.",
    "aspirin",
]
LONG = " ".join(SENTENCES) + " " + " ".join(reversed(SENTENCES))
"""Longer than 256 word pieces, so that truncation is compared too."""


def main() -> None:
    """Write the fixture to stdout."""
    folder, name = sys.argv[1:3]
    model = SentenceTransformer(folder, device="cpu")
    model.max_seq_length = 256
    vectors = lambda texts: [base64.b64encode(vector.astype("<f4").tobytes()).decode() for vector in model.encode(texts, batch_size=1, normalize_embeddings=True)]
    texts = [*SENTENCES, LONG]
    rows = lambda texts: [{"text": text, "fp32": vector} for text, vector in zip(texts, vectors(texts), strict=True)]
    print(json.dumps({"source": f"training/evigraph_training/parity.py with {name}", "questions": rows(QUESTIONS), "sentences": rows(texts)}, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
