const OFFICIAL = /^http:\/\/www\.ncbi\.nlm\.nih\.gov\/pubmed\/[1-9]\d*$/u;
const FORMS = [
  /^https?:\/\/(?:www\.)?ncbi\.nlm\.nih\.gov\/pubmed\/0*([1-9]\d{0,8})\/?(?:[?#].*)?$/iu,
  /^https?:\/\/pubmed\.ncbi\.nlm\.nih\.gov\/0*([1-9]\d{0,8})\/?(?:[?#].*)?$/iu,
  /^(?:www\.)?(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov\/pubmed)\/0*([1-9]\d{0,8})\/?$/iu,
  /^(?:pmid|pubmed)?\s*:?\s*0*([1-9]\d{0,8})$/iu,
];

/**
 * Write the URL by which BioASQ names an article.
 * In: a PMID. Out: its official URL; the evaluator compares URLs as text.
 */
export function pubmedUrl(pmid: string): string {
  return `http://www.ncbi.nlm.nih.gov/pubmed/${pmid}`;
}

/**
 * Say whether a text is the official URL of an article.
 * In: a text. Out: true for exactly `http://www.ncbi.nlm.nih.gov/pubmed/<PMID>`.
 */
export function isPubmedUrl(text: string): boolean {
  return OFFICIAL.test(text);
}

/**
 * Read the PMID from any usual way to name an article.
 * In: an old or new PubMed URL, "PMID: 123" or a bare number. Out: the PMID; undefined for anything else.
 */
export function pmidOf(text: string): string | undefined {
  for (const form of FORMS) {
    const pmid = form.exec(text.trim())?.[1];
    if (pmid !== undefined) return pmid;
  }
  return undefined;
}
