// Opens report pages and pages of charts in headless Chromium, every view at three widths in light and dark, and fails on console errors,
// on pages wider than their screen, and on serious findings of axe-core. Usage: node browser.mjs [--shots DIR] [--quick] PAGE.html...
import { createRequire } from "node:module";
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const VIEWS = ["overview", "network", "flows", "quality", "about", "journey"];
const WIDTHS = [400, 1400, 3840];

const args = process.argv.slice(2);
const option = (name) => {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args.splice(at, 2)[1];
};
const shots = option("--shots");
const only = option("--views")?.split(",") ?? VIEWS;
const widths = option("--widths")?.split(",").map(Number) ?? WIDTHS;
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
if (shots) mkdirSync(shots, { recursive: true });

const faults = [];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
for (const page of args) {
  const name = page.split("/").at(-2) ?? "page";
  for (const width of widths) {
    for (const colorScheme of ["light", "dark"]) {
      const context = await browser.newContext({ viewport: { width, height: width === 400 ? 800 : width === 3840 ? 2000 : 900 }, colorScheme, offline: true });
      const tab = await context.newPage();
      const where = (view) => `${name} ${view} ${width} ${colorScheme}`;
      let view = "start";
      tab.on("console", (message) => { if (message.type() === "error" || message.type() === "warning") faults.push(`${where(view)}: ${message.text()}`); });
      tab.on("pageerror", (error) => faults.push(`${where(view)}: ${error.message}`));
      const began = Date.now();
      await tab.goto(pathToFileURL(resolve(page)).href);
      await tab.waitForSelector(".tile, .panels .uplot");
      await tab.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
      const took = Date.now() - began;
      if (width === widths[0] && colorScheme === "light") console.log(`${name}: first view after ${took} ms`);
      const views = await tab.locator("nav").count() > 0;
      for (view of views ? only : ["charts"]) {
        if (views) {
          await tab.evaluate((to) => { location.hash = to; }, view);
          await tab.waitForFunction((to) => !document.getElementById("view-" + to).hidden, view);
        }
        await tab.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
        if (view === "flows") await tab.click(".chips button");
        if (view === "network" && await tab.locator(".grid .picked").count() !== 1) faults.push(`${where(view)}: opens without a link`);
        const [wide, room] = await tab.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
        if (wide > room) faults.push(`${where(view)}: ${wide} px wide on ${room}`);
        if (await tab.evaluate(() => /NaN|undefined|\[object/.test(document.body.innerText))) faults.push(`${where(view)}: a value has no text`);
        if (shots) await tab.screenshot({ path: `${shots}/${name}-${view}-${width}-${colorScheme}.png`, fullPage: width !== 3840 });
        // What axe finds depends on colours and on structure, not on much else: one width is enough.
        if (width === 1400) {
          await tab.addScriptTag({ path: axe });
          const found = await tab.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
          for (const one of found.violations) {
            if (one.impact === "serious" || one.impact === "critical") {
              faults.push(`${where(view)}: axe ${one.id} (${one.impact}): ${one.nodes.slice(0, 3).map((node) => node.target.join(" ")).join("; ")}: ${one.nodes[0].failureSummary}`);
            }
          }
        }
      }
      await context.close();
    }
  }
}
await browser.close();
console.log(faults.length === 0 ? "no faults" : faults.join("\n"));
process.exit(faults.length === 0 ? 0 : 1);
