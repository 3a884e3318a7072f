// Put the tested drawings of docs/graphs into the README, between its markers. Run: npm run draw
import { readFileSync, writeFileSync } from "node:fs";

const readme = readFileSync("README.md", "utf8");
const drawn = readme.replace(/<!-- graph:(\w+) -->(?:\n+```mermaid\n[\s\S]*?```)?/g, (_whole, name) => {
  const drawing = readFileSync(`docs/graphs/${name}.mmd`, "utf8").trim();
  return `<!-- graph:${name} -->\n\n\`\`\`mermaid\n${drawing}\n\`\`\``;
});
writeFileSync("README.md", drawn);
