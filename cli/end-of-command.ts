const left: (() => void)[] = [];

/** Have something undone when the command ends, however it ends. */
export const atEnd = (undo: () => void): void => void left.push(undo);

/** Undo what the command has left, the last thing first. */
export const endCommand = (): void => {
  for (const undo of left.splice(0).reverse()) undo();
};
