import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const readme = readFileSync("README.md", "utf8");

test.each(["archehr", "bioasq", "rescue"])("the README shows the tested drawing of %s", (name) => {
  expect(readme).toContain(
    `<!-- graph:${name} -->\n\n\`\`\`mermaid\n${readFileSync(`docs/graphs/${name}.mmd`, "utf8").trim()}\n\`\`\``,
  );
});

test("the README, SECURITY.md, NOTICE and the package say that this is a research prototype", () => {
  const notice = "Research prototype, not for clinical use without validation by qualified professionals.";
  for (const file of ["README.md", "SECURITY.md", "NOTICE", "package.json", "cli/notice.ts"])
    expect(readFileSync(file, "utf8"), file).toContain(notice);
});

test("every local link of the README leads somewhere", () => {
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, path]) => path ?? "");
  expect(links.length).toBeGreaterThan(5);
  for (const path of links) expect(() => readFileSync(path, "utf8"), path).not.toThrow(/ENOENT/);
});
