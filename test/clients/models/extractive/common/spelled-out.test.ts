import { expect, test } from "vitest";
import { spelledOut } from "../../../../../clients/models/extractive/common/spelled-out.ts";

test.each([
  ["Pt was given heparin bid w/fluids.", "Patient was given heparin twice daily with fluids."],
  ["The pt denies pain.", "The patient denies pain."],
  // Physical therapy, not the patient.
  ["PT worked with him on stairs and cleared him for home.", "PT worked with him on stairs and cleared him for home."],
  ["PT and INR were checked.", "PT and INR were checked."],
])("%s", (note, expected) => {
  expect(spelledOut(note)).toBe(expected);
});
