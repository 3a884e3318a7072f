/** Stands in the README, in every --help and in every report. */
export const NOTICE = "Research prototype, not for clinical use without validation by qualified professionals.";
