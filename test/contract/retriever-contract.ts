import { describe, expect, it } from "vitest";
import type { Deletion } from "../../clients/index/stage-articles.ts";
import type { IndexEncoder } from "../../clients/index/write-vectors.ts";
import type { Retriever, SearchReply } from "../../clients/retriever.ts";
import type { Article } from "../../state/article.ts";
import type { Outcome } from "../../state/outcome.ts";
import { article, letterEncoder, letterVector } from "../support/hand-made-index.ts";

/** A search engine under the contract: its name, and how an index of these records is made and opened. */
export type Engine = {
  name: string;
  indexOf(records: readonly (Article | Deletion)[], encoder?: IndexEncoder): Promise<Required<Retriever>>;
};

const reply = (outcome: Outcome<SearchReply>): SearchReply => {
  if (outcome.is !== "ok") throw new Error(`${outcome.is}: ${outcome.detail}`);
  return outcome.value;
};
const pmids = (outcome: Outcome<SearchReply>): string[] => reply(outcome).hits.map(({ pmid }) => pmid);

/** What every source of indexed articles promises, in the same sentences for each engine. */
export const retrieverContract = ({ name, indexOf }: Engine): void => {
  describe(`${name}, searched by words`, () => {
    it("scores by BM25 with k1 0.9 and b 0.4 over title and abstract as one piece", async () => {
      // Words: 1 = losartan atrophy (2), 2 = losartan losartan brain heart (4), 3 = heart (1), 4 = heart brain kidney (3).
      const index = await indexOf([
        article("1", "Losartan", "atrophy"),
        article("2", "losartan", "losartan brain heart"),
        article("3", "heart", ""),
        article("4", "Heart", "brain kidney"),
      ]);
      // Mean length 10/4 = 2.5, the same weight of the word in both:
      // 1: count 1, 0.9 (0.6 + 0.4 x 2/2.5) = 0.828: 1/1.828 = 0.5470
      // 2: count 2, 0.9 (0.6 + 0.4 x 4/2.5) = 1.116: 2/3.116 = 0.6418; 0.6418 / 0.5470 = 1.1733
      const { hits, total } = reply(await index.searchWords({ text: "losartan" }, { limit: 10 }));
      expect(hits.map(({ pmid }) => pmid)).toEqual(["2", "1"]);
      expect(hits[0]!.score / hits[1]!.score).toBeCloseTo(1.1733, 4); // Lucene leaves a constant factor out
      expect(total).toBe(2);
    });

    it("counts a word that the query says twice twice", async () => {
      const index = await indexOf([article("1", "losartan", ""), article("2", "heart", "")]);
      const { hits } = reply(await index.searchWords({ text: "heart losartan Heart" }, { limit: 10 }));
      expect(hits.map(({ pmid }) => pmid)).toEqual(["2", "1"]);
      expect(hits[0]!.score / hits[1]!.score).toBeCloseTo(2, 5);
    });

    it("answers any of a long question's words, says which no article holds, and asks rarest first", async () => {
      const index = await indexOf([article("1", "Losartan in the heart", ""), article("2", "The heart", "")]);
      const found = reply(await index.searchWords({ text: "What does losartan do to the heart of zebrafish?" }, { limit: 10 }));
      expect(found.hits.map(({ pmid }) => pmid)).toEqual(["1", "2"]);
      expect(found.executed).toBe("bm25(k1=0.9, b=0.4): losartan heart");
      expect(found.warnings).toEqual(["No article holds: zebrafish."]);
    });

    it("asks nothing for a query without a word, and says so", async () => {
      const index = await indexOf([article("1", "what is the", "?!")]);
      for (const text of ["", "   ", "?!", "what is the of", "\u0000"]) {
        const found = reply(await index.searchWords({ text }, { limit: 10 }));
        expect(found.hits).toEqual([]);
        expect(found.warnings.join()).toContain("no word to search for");
      }
    });

    it("takes nothing in a query as syntax", async () => {
      const index = await indexOf([article("1", "Crohn disease 0.05 CRISPR/Cas9 Na+/K+ BRCA1 near beta-blocker", "")]);
      const texts = [
        "Crohn’s disease AND (",
        "0.05",
        "CRISPR/Cas9",
        "Na+/K+",
        '"BRCA1?"',
        "a NEAR/2 b",
        "title:crohn OR *",
        "[]{}^~ near",
      ];
      for (const text of texts) expect(pmids(await index.searchWords({ text }, { limit: 10 })), text).toEqual(["1"]);
    });

    it("finds a word under each of its spellings", async () => {
      const titles = [
        "TNF-α blockade",
        "naïve cells",
        "CO₂ retention",
        "Crohn’s disease",
        "IL-1β",
        "αβ receptors",
        "5'-UTR",
        "ﬁbrosis",
        "O'Brien",
      ];
      const index = await indexOf(titles.map((title, at) => article(String(at), title, "")));
      const asked = ["TNFalpha", "nai\u0308ve", "CO2", "Crohn", "IL-1beta", "alpha beta receptor", "UTR", "fibrosis", "brien"];
      for (const [at, text] of asked.entries())
        expect(pmids(await index.searchWords({ text }, { limit: 10 }))[0], text).toBe(String(at));
    });

    it("finds words of the abstract and of its labels", async () => {
      const index = await indexOf([
        { pmid: "1", title: "Title", sections: [{ label: "BACKGROUND", text: "Losartan." }, { text: "Kidney." }] },
        article("2", "Other", ""),
      ]);
      for (const text of ["losartan", "kidneys", "background"])
        expect(pmids(await index.searchWords({ text }, { limit: 10 })), text).toEqual(["1"]);
    });

    it("looks up the 64 rarest of a note's many words and names those left out", async () => {
      const words = Array.from({ length: 70 }, (_, at) => `word${at}x`);
      // Article n holds the words n, n+1 …: the last words are the most frequent.
      const index = await indexOf(words.map((_, at) => article(String(at), words.slice(at).join(" "), "")));
      const found = reply(await index.searchWords({ text: words.join(" ") }, { limit: 5 }));
      expect(found.executed.split(" ")).toHaveLength(2 + 64); // bm25(k1=0.9, b=0.4): and the words
      expect(found.warnings).toEqual([
        "Left out as the most frequent of 70 words: word64x, word65x, word66x, word67x, word68x, word69x.",
      ]);
      expect(found.hits).toHaveLength(5);
      expect(found.hits[0]!.pmid).toBe("0");
    });

    it("takes a query of more than a thousand words", async () => {
      const index = await indexOf([article("1", "losartan", "")]);
      const text = `${Array.from({ length: 3000 }, (_, at) => `unheard${at}`).join(" ")} losartan`;
      expect(pmids(await index.searchWords({ text }, { limit: 5 }))).toEqual(["1"]);
    });

    it("gives no more hits than asked for, and equal scores in an order that stays", async () => {
      const index = await indexOf(Array.from({ length: 9 }, (_, at) => article(String(at + 1), "losartan", "")));
      const first = pmids(await index.searchWords({ text: "losartan" }, { limit: 4 }));
      expect(first).toEqual(["1", "2", "3", "4"]);
      expect(pmids(await index.searchWords({ text: "losartan" }, { limit: 4 }))).toEqual(first);
    });

    it("leaves out retracted articles and names them, and keeps them where asked", async () => {
      const index = await indexOf([
        article("1", "losartan", "brain"),
        article("2", "losartan losartan", "", { retracted: true }),
        article("3", "heart", "", { retracted: true }),
      ]);
      const found = reply(await index.searchWords({ text: "losartan" }, { limit: 10 }));
      expect(found.hits.map(({ pmid }) => pmid)).toEqual(["1"]);
      expect(found.retracted).toEqual(["2"]);
      expect(pmids(await index.searchWords({ text: "losartan" }, { limit: 10, retracted: "keep" }))).toEqual(["2", "1"]);
    });

    it("finds nothing after the cutoff, nor of an unknown year, and says what it cannot know", async () => {
      const index = await indexOf([
        article("1", "losartan", "", { year: 2019 }),
        article("2", "losartan", "", { year: 2020 }),
        article("3", "losartan", "", { year: 2021 }),
        article("4", "losartan", ""),
      ]);
      const found = reply(await index.searchWords({ text: "losartan" }, { limit: 10, dateTo: "2020-06-30" }));
      expect(found.hits.map(({ pmid }) => pmid)).toEqual(["1", "2"]);
      expect(found.warnings).toEqual([
        "The index knows years alone: all of 2020 is included.",
        "Left out by the cutoff: 1 articles of unknown year.",
      ]);
      expect(pmids(await index.searchWords({ text: "losartan" }, { limit: 10, dateTo: "" }))).toHaveLength(4);
      for (const dateTo of ["June 2020", "2021-02-30"])
        expect(await index.searchWords({ text: "losartan" }, { limit: 10, dateTo })).toMatchObject({ is: "misconfigured" });
    });

    it("tells a stop from a deadline", async () => {
      const index = await indexOf([article("1", "losartan", "")]);
      const late = AbortSignal.abort(new DOMException("late", "TimeoutError"));
      expect((await index.searchWords({ text: "losartan" }, { limit: 1, signal: AbortSignal.abort() })).is).toBe("cancelled");
      expect((await index.searchWords({ text: "losartan" }, { limit: 1, signal: late })).is).toBe("timeout");
      expect((await index.read(["1"], AbortSignal.abort())).is).toBe("cancelled");
    });
  });

  describe(`${name}, searched by meaning`, () => {
    const records = [
      article("1", "aaaa", ""),
      article("2", "aaab", "", { year: 2020 }),
      article("3", "bbbb", "", { year: 2022 }),
      article("4", "aaab", "a", { retracted: true }),
      article("5", "", ""),
    ];

    it("orders by cosine and leaves out retracted, late and empty articles", async () => {
      const index = await indexOf(records, letterEncoder());
      const found = reply(await index.searchVector(letterVector("a"), { limit: 3 }));
      // Cosines with a: 1; 3/sqrt(10) = .949; 0. Article 4 would stand between 1 and 2: 4/sqrt(17) = .970.
      expect(found.hits.map(({ pmid }) => pmid)).toEqual(["1", "2", "3"]);
      for (const [at, cosine] of [1, 0.949, 0].entries()) expect(found.hits[at]!.score).toBeCloseTo(cosine, 2);
      expect(found.retracted).toEqual(["4"]);
      expect(pmids(await index.searchVector(letterVector("a"), { limit: 3, dateTo: "2021" }))).toEqual(["2"]);
      expect(pmids(await index.searchVector(letterVector("a"), { limit: 3, retracted: "keep" }))).toEqual(["1", "4", "2"]);
    });

    it("gives a cosine below zero as what it is", async () => {
      const index = await indexOf(records, letterEncoder());
      const found = reply(
        await index.searchVector(
          letterVector("a").map((part) => -part),
          { limit: 1 },
        ),
      );
      expect(found.hits[0]!.pmid).toBe("3"); // cosine 0, all others below
      expect(found.hits[0]!.score).toBeCloseTo(0, 2);
    });

    it("hands out stored vectors, and none for an article without text", async () => {
      const index = await indexOf(records, letterEncoder());
      const stored = await index.vectors(["3", "5", "99"]);
      expect(stored).toEqual({ is: "ok", value: new Map([["3", Int8Array.from([0, 127, 0, 0, 0, 0, 0, 0])]]) });
    });

    it("says misconfigured for an index without vectors and for another model's query", async () => {
      const plain = await indexOf(records);
      expect(await plain.searchVector(letterVector("a"), { limit: 1 })).toMatchObject({ is: "misconfigured" });
      expect(await plain.vectors([])).toMatchObject({ is: "misconfigured" });
      const lettered = await indexOf(records, letterEncoder());
      const other = await lettered.searchVector(new Float32Array(384), { limit: 1 });
      expect(other).toMatchObject({ is: "misconfigured", detail: expect.stringContaining("letters") });
    });
  });

  describe(`${name}, filled and read`, () => {
    it("gives articles back whole, in the order asked for, without unknown ones", async () => {
      const whole = {
        pmid: "7",
        title: "β-blockers",
        sections: [{ label: "METHODS", text: "a" }, { text: "b" }],
        year: 1999,
        journal: "J",
        mesh: ["Heart"],
        types: ["Review"],
        retracted: false,
      };
      const index = await indexOf([article("1", "x", ""), whole], letterEncoder());
      expect(await index.read(["7", "99", "1"])).toEqual({ is: "ok", value: [whole, { pmid: "1", title: "x", sections: [] }] });
      expect(await index.read([])).toEqual({ is: "ok", value: [] });
    });

    it("lets the last version of a pmid win, and applies deletions where they stand", async () => {
      const index = await indexOf([
        article("1", "old aspirin", ""),
        article("2", "gone aspirin", ""),
        article("1", "new aspirin", ""),
        { deleted: "2" },
        { deleted: "3" },
        article("3", "back aspirin", ""),
        { deleted: "never there" },
      ]);
      expect(pmids(await index.searchWords({ text: "aspirin" }, { limit: 10 })).sort()).toEqual(["1", "3"]);
      expect(pmids(await index.searchWords({ text: "old gone" }, { limit: 10 }))).toEqual([]);
    });

    it("embeds title and abstract with its labels, and no article without text", async () => {
      const encoder = letterEncoder();
      const structured = { pmid: "1", title: "A title.", sections: [{ label: "AIM", text: "One." }, { text: "Two." }] };
      await indexOf([structured, article("2", "", "")], encoder);
      expect(encoder.texts).toEqual(["A title. AIM: One. Two."]);
    });
  });
};
