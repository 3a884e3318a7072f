/** The answer of a case whose note does not answer it; also the padding of subtask 3. @cite spec cli, Padding */
export const NOT_STATED = "The note does not state the answer.";
