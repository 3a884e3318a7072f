import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pythonTrim } from "../../text/python-whitespace.ts";
import { splitSentences } from "../../text/split-sentences.ts";

const split = (text: string) => splitSentences(text).map((sentence) => sentence.text);

describe("numbers, doses and abbreviations are never cut", () => {
  const whole = [
    "Creatinine was 2.4 mg/dL, up from a baseline of 1.0 mg/dL.",
    "Seen by Dr. Alder and Mr. Birch, s/p ERCP, vs. no procedure.",
    "Aspirin 81 mg p.o. daily, furosemide 20 mg i.v. b.i.d., q.d. dosing.",
    "Start 81 mg p.o. Daily.",
    "She is a 71 y.o. F admitted with fever.",
    "Urine grew E. coli and S. aureus, and typhoid due to S. Typhi was excluded.",
    "See Fig. 2, Tab. 3 and ref. 4.",
    "Given for pain (e.g. headache, i.e. migraine) by J. K. Smith et al. 2020.",
    "The limit was approx. 5 No. 10 tablets.",
    "The dose is 2. 5 mg a day.",
    "Temp. was high and abd. pain went on.",
    "Tumours were small (n = 3. P < 0.05) in mice.",
    "[**Known lastname 1. Two**] went home.",
  ];

  test.each(whole)("%s", (text) => {
    expect(split(text)).toEqual([text]);
  });

  test("a reference abbreviation keeps its number, and the sentence ends after it", () => {
    expect(split("Values are in tab. 2. Patients were treated.")).toEqual(["Values are in tab. 2.", "Patients were treated."]);
  });

  test("a number in brackets with a period is not a list marker", () => {
    expect(split("It rose (to 5.6). The rest fell (see 5.6). Then")).toEqual([
      "It rose (to 5.6).",
      "The rest fell (see 5.6).",
      "Then",
    ]);
  });

  test("et al. and etc. end a sentence only before a new one", () => {
    expect(split("Shown by Smith et al. The effect, pain etc. was small. He had rashes, fever etc. She did not.")).toEqual([
      "Shown by Smith et al.",
      "The effect, pain etc. was small.",
      "He had rashes, fever etc.",
      "She did not.",
    ]);
  });

  test("a unit or route that ends a sentence does end it", () => {
    expect(split("He took 500 mg. Metformin was stopped. Fluids were given i.v. The patient improved.")).toEqual([
      "He took 500 mg.",
      "Metformin was stopped.",
      "Fluids were given i.v.",
      "The patient improved.",
    ]);
  });

  test("a single letter ends a sentence when it is not an initial", () => {
    expect(split("Levels of vitamin C. Patients had hepatitis B. The rest did not.")).toEqual([
      "Levels of vitamin C.",
      "Patients had hepatitis B.",
      "The rest did not.",
    ]);
  });
});

describe("de-identification placeholders", () => {
  test("a break stands after a bracket with a period and a capital", () => {
    expect(split("Seen at [**Hospital1 18**]. She improved.")).toEqual(["Seen at [**Hospital1 18**].", "She improved."]);
  });

  test("two placeholders never swallow the text between them", () => {
    expect(split("Dr. [**A**] came. Then [**B**] left.")).toEqual(["Dr. [**A**] came.", "Then [**B**] left."]);
    expect(split("Cut off [**A here. It ended. See [**B**] now.")).toEqual([
      "Cut off [**A here.",
      "It ended.",
      "See [**B**] now.",
    ]);
  });

  test("a placeholder broken over a line stays whole", () => {
    expect(split("Seen by [**First Name8 (NamePattern2)\n**] today.")).toHaveLength(1);
  });

  test("underscores stand for a name, before and after a period", () => {
    expect(split("Seen by Dr. ___ on ___. ___ was stable. She lives with Ms. ___.")).toEqual([
      "Seen by Dr. ___ on ___.",
      "___ was stable.",
      "She lives with Ms. ___.",
    ]);
  });
});

describe("layout of notes", () => {
  test("a section heading stands alone, on its own line and before prose", () => {
    expect(
      split("Brief Hospital Course: Ms. Alder is 71 years old. Discharge Instructions: Do not restart furosemide now."),
    ).toEqual([
      "Brief Hospital Course:",
      "Ms. Alder is 71 years old.",
      "Discharge Instructions:",
      "Do not restart furosemide now.",
    ]);
    expect(split("CHIEF COMPLAINT\nAbdominal pain\nPLAN\nrest")).toEqual(["CHIEF COMPLAINT", "Abdominal pain", "PLAN", "rest"]);
  });

  test("a label keeps its value", () => {
    expect(split("Allergies: Penicillin\nBlood pressure: 120/80\nHeart rate: 70")).toEqual([
      "Allergies: Penicillin",
      "Blood pressure: 120/80",
      "Heart rate: 70",
    ]);
  });

  test("a label of an abstract stays with its sentence", () => {
    expect(split("BACKGROUND: Asthma is common. METHODS: We searched widely.")).toEqual([
      "BACKGROUND: Asthma is common.",
      "METHODS: We searched widely.",
    ]);
  });

  test("list items stand alone, whatever their bullet", () => {
    expect(split("- aspirin\n* metoprolol\n• statin\n1. Rest\n2) Fluids\n(3) Diet\na) walk")).toEqual([
      "- aspirin",
      "* metoprolol",
      "• statin",
      "1. Rest",
      "2) Fluids",
      "(3) Diet",
      "a) walk",
    ]);
  });

  test("a numbered list on one line is cut before its next number", () => {
    expect(split("1. Aspirin 81 mg daily 2. Metoprolol 25 mg 3. Rest")).toEqual([
      "1. Aspirin 81 mg daily",
      "2. Metoprolol 25 mg",
      "3. Rest",
    ]);
  });

  test("vitals are cut at their periods only", () => {
    expect(split("T 98.6, HR 80, BP 120/80. RR 18. Sat 97% RA.")).toEqual(["T 98.6, HR 80, BP 120/80.", "RR 18.", "Sat 97% RA."]);
  });

  test("a line wrapped at about 80 columns is joined to the next, a short line is not", () => {
    // The first line has 79 characters; "Emergency" would not have fitted.
    const wrapped =
      "The patient came with chest pain and shortness of breath and was brought to our\nEmergency Department by ambulance.\nStable";
    expect(split(wrapped)).toEqual([
      "The patient came with chest pain and shortness of breath and was brought to our\nEmergency Department by ambulance.",
      "Stable",
    ]);
  });

  test("a line that holds only a space is a paragraph break", () => {
    expect(split("no fever today\n \nshe feels well")).toEqual(["no fever today", "she feels well"]);
  });

  test("every kind of line end separates", () => {
    expect(split("A pain.\r\nB pain.\rC pain.\u2028D pain.\u0085E pain.")).toEqual([
      "A pain.",
      "B pain.",
      "C pain.",
      "D pain.",
      "E pain.",
    ]);
  });

  test("sentences typed in small letters are separated after whole words", () => {
    expect(split("denies pain. no fever. what now? thanks")).toEqual(["denies pain.", "no fever.", "what now?", "thanks"]);
  });

  test("a missing space after a period is seen between words, not in names of hosts", () => {
    expect(split("Pain resolved.Patient was well.METHODS: We rest at www.Example.com today.")).toEqual([
      "Pain resolved.",
      "Patient was well.",
      "METHODS: We rest at www.Example.com today.",
    ]);
  });
});

describe("abstracts and other languages", () => {
  test("a sentence may begin with a gene or a Greek letter", () => {
    expect(split("Cells died. p53 rose. β-catenin fell. miR-21 did not.")).toEqual([
      "Cells died.",
      "p53 rose.",
      "β-catenin fell.",
      "miR-21 did not.",
    ]);
  });

  test("a citation after the period belongs to the sentence before", () => {
    expect(split("It works.[12] The end.[3,4] Yes.")).toEqual(["It works.[12]", "The end.[3,4]", "Yes."]);
  });

  test("closing quotes and brackets belong to the sentence before", () => {
    expect(split('He said "I am fine." Then he left (at last!). Good.')).toEqual([
      'He said "I am fine."',
      "Then he left (at last!).",
      "Good.",
    ]);
  });

  test("ideographic full stops need no space", () => {
    expect(split("患者发热。无咳嗽！好。")).toEqual(["患者发热。", "无咳嗽！", "好。"]);
  });

  test("periods set between spaces are ends", () => {
    expect(split("levels of fatty acids . correlation was high . the end")).toEqual([
      "levels of fatty acids .",
      "correlation was high .",
      "the end",
    ]);
  });
});

describe("the split loses nothing", () => {
  const pieces = fc.constantFrom(
    ...[
      "Dr. ",
      "pain",
      ". ",
      "\n",
      " \n\n",
      "[**",
      "**]",
      "___",
      "1. ",
      "5.6",
      ")",
      "(",
      "]",
      "? ",
      "BRIEF HOSPITAL COURSE: ",
      "•",
      "é",
      "\u0085",
      "\ufeff",
      "。",
      "𝛼",
      "\ud800",
    ],
  );
  const texts = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join("")),
  );

  test("every sentence is its source's text at its offsets, trimmed, with white space between", () => {
    fc.assert(
      fc.property(texts, (text) => {
        let from = 0;
        for (const sentence of splitSentences(text)) {
          expect(sentence.text).toBe(text.slice(sentence.start, sentence.end));
          expect(sentence.text).toBe(pythonTrim(sentence.text));
          expect(sentence.text).not.toBe("");
          expect(pythonTrim(text.slice(from, sentence.start))).toBe("");
          from = sentence.end;
        }
        expect(pythonTrim(text.slice(from))).toBe("");
      }),
      { numRuns: 1000 },
    );
  });

  test("a blank text has no sentences", () => {
    expect(splitSentences(" \n\u0085 ")).toEqual([]);
  });

  test("long runs of one character and very long notes end in good time", () => {
    for (const unit of [".", "(", ")", " ", "\n", "a", "[**", "1. ", '."', "A:", ". . "]) {
      expect(splitSentences(unit.repeat(20_000)).length).toBeGreaterThanOrEqual(0);
    }
    // 50,000 words in 5,000 sentences.
    expect(splitSentences("The patient was seen by the team on that day. ".repeat(5_000))).toHaveLength(5_000);
  });
});
