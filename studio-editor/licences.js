// Writes the names, versions and licences of all packages that are in the bundle.
const { readFileSync, existsSync } = require("node:fs");
const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
const parts = Object.entries(lock.packages)
  .filter(([path, each]) => path && !each.dev && !each.optional)
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .map(([path, each]) => {
    const file = `${path}/LICENSE`;
    if (!existsSync(file)) throw new Error(`${path} has no licence`);
    return `${path.replace(/^node_modules\//, "")} ${each.version}\n\n${readFileSync(file, "utf8").trim()}\n`;
  });
process.stdout.write(parts.join(`\n${"-".repeat(80)}\n\n`));
