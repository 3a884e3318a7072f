import type { Reporter, TestModule } from "vitest/node";

/** Ends the run with one plain line that counts skipped tests too, so that nothing is skipped in silence. */
export default class SkipCount implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    const skipped: string[] = [];
    for (const module of modules) {
      if (module.state() === "failed" && [...module.children.allTests()].length === 0) counts.failed++;
      for (const test of module.children.allTests()) {
        counts[test.result().state]++;
        if (test.result().state === "skipped") skipped.push(test.fullName);
      }
    }
    if (skipped.length > 0) console.log(`Skipped:\n${skipped.map((name) => `  ${name}`).join("\n")}`);
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped + counts.pending} skipped`);
  }
}
