import { expect, test } from "vitest";
import { isHeading, leadingHeading } from "../../text/is-heading.ts";

test.each([
  "Brief Hospital Course:",
  "CHIEF COMPLAINT",
  "# Anemia:",
  "3. Mild depression:",
  "HPI:",
  "Physical Exam",
  "== LABS ==",
  "Discharge instructions :",
])("%s is a heading", (text) => {
  expect(isHeading(text)).toBe(true);
});

test.each([
  "Heart rate: 80",
  "HIV POSITIVE",
  "She was seen by physical therapy.",
  "___",
  "",
  "120/80",
  "DNR",
  "She was told the following about her heart and her kidneys today:",
  `${"a".repeat(500)}:`,
])("%s is not a heading", (text) => {
  expect(isHeading(text)).toBe(false);
});

test("a heading before prose on the same line is found with its length", () => {
  expect(leadingHeading("Hospital Course: She improved.")).toBe(16);
  expect(leadingHeading("RESULTS: We found nothing.")).toBe(0);
  expect(leadingHeading("Blood pressure: 120/80")).toBe(0);
});
