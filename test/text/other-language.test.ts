import { expect, test } from "vitest";
import { isOtherLanguage } from "../../text/other-language.ts";

test.each([
  "¿Por qué me quitaron la warfarina?",
  "为什么停用华法林？",
  "Warum wurde Warfarin abgesetzt, fällt das Risiko?",
  "Почему отменили варфарин?",
])("%s is another language", (text) => expect(isOtherLanguage(text)).toBe(true));

test.each([
  "Why was my warfarin stopped?",
  "Does TNF-α or 5 µg of it matter?",
  "My naïve question: is Sjögren's why I am so tired?",
  "metformin side effects",
  "",
  "???",
])("'%s' is not", (text) => expect(isOtherLanguage(text)).toBe(false));
