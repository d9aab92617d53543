/** Runs all checks in order. A check that depends on a failed one is skipped. */
import { statSync } from "node:fs"
import { join } from "node:path"

import { sessions } from "../readme/examples.ts"
import { run } from "../run.ts"
import type { Sandbox } from "../sandbox.ts"
import { modules, publicPackages, type Package } from "../workspace.ts"
import { runInBrowser } from "./browser.ts"
import { bundle } from "./bundle.ts"
import { compilers, install, readmePrograms, resolveBeside } from "./consumer.ts"
import { metadataProblems } from "./metadata.ts"
import * as Nodes from "./nodes.ts"
import * as Programs from "./programs.ts"
import { checkPromiseClient, hasPromiseClient } from "./promise-clients.ts"
import { makeReport, type Report } from "./report.ts"
import { repositoryProblems } from "./repository.ts"
import * as SideBySide from "./side-by-side.ts"
import { pack, type PackedPackage } from "./tarballs.ts"
import { checkToolSteps, toolSteps } from "./tool-steps.ts"
import * as Types from "./types.ts"

/** Limit of the minified promise client. */
const MAX_BUNDLE_BYTES = 194_000

const programs = ["effect-client", "promise-client", "tool-step"]

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} KB`
const bin = (name: string): string => join(import.meta.dirname, "../../node_modules/.bin", name)

const packAll = async (report: Report, folder: string): Promise<ReadonlyArray<PackedPackage>> => {
  const tarballs: Array<PackedPackage> = []
  for (const pkg of publicPackages()) {
    await report.check({ check: "build, pack", subject: pkg.manifest.name }, async () => {
      const tarball = await pack(pkg, folder)
      tarballs.push(tarball)
      return kilobytes(tarball.bytes)
    })
  }
  return tarballs
}

/** Runs publint on each package, and attw on every module that can be imported, with wildcards expanded. */
const lintAll = async (report: Report, tarballs: ReadonlyArray<PackedPackage>): Promise<void> => {
  await report.check({ check: "repository", subject: "workflows, templates, settings" }, async () => {
    const problems = repositoryProblems()
    if (problems.length > 0) throw new Error(problems.join("\n"))
  })
  for (const pkg of tarballs) {
    const { manifest, tarball } = pkg
    await report.check({ check: "metadata", subject: manifest.name }, async () => {
      const problems = metadataProblems(pkg)
      if (problems.length > 0) throw new Error(problems.join("\n"))
    })
    if (hasPromiseClient(pkg)) {
      await report.check({ check: "promise client", subject: manifest.name }, async () => checkPromiseClient(pkg))
    }
    await report.check({ check: "publint", subject: manifest.name }, async () => {
      await run(bin("publint"), ["run", tarball, "--strict"])
    })
    if (manifest.exports === undefined) continue
    await report.check({ check: "attw", subject: manifest.name }, async () => {
      const subpaths = [...modules(pkg).keys()]
      const args = [tarball, "--profile", "esm-only", "--no-definitely-typed", "--entrypoints", ...subpaths]
      await run(bin("attw"), args)
      return `${subpaths.length} entries`
    })
  }
}

const checkTypes = async (report: Report, folder: string): Promise<void> => {
  for (const [compiler, version] of Object.entries(compilers)) {
    for (const name of ["nodenext", "bundler", "browser"] as const) {
      await report.check({ check: "types", subject: `TypeScript ${version}, ${name}` }, () =>
        Types.check(folder, compiler, name)
      )
    }
  }
}

const runOn = async (
  report: Report,
  folder: string,
  packages: ReadonlyArray<Package>,
  node: Nodes.Node
): Promise<void> => {
  const using = (subject: string, check: string, work: (sandbox: Sandbox) => Promise<string | void>) =>
    report.check({ check, subject, node: node.version }, () => Programs.withSandbox(node, folder, work))
  await using("@inlay/salesdata-sandbox", "run", async ({ baseUrl, apiKey }) => {
    const { status } = await fetch(`${baseUrl}/account`, { headers: { authorization: `Bearer ${apiKey}` } })
    if (status !== 200) throw new Error(`it answered ${status}`)
  })
  for (const program of programs) {
    await using(program, "run", (sandbox) => Programs.runProgram(node, folder, `${program}.ts`, sandbox))
  }
  for (const example of readmePrograms(packages)) {
    await using(example.place, "README", (sandbox) => Programs.runReadme(node, folder, example, sandbox))
  }
  for (const pkg of packages.filter(({ manifest }) => manifest.bin !== undefined)) {
    for (const session of sessions(pkg)) {
      await using(session.place, "README", (sandbox) =>
        Programs.playSession(node, folder, pkg.manifest, session, sandbox)
      )
    }
  }
  await using("inlay mcp", "run", async (sandbox) => `${await Programs.listTools(node, folder, sandbox)} tools`)
}

const checkBrowser = async (report: Report, folder: string, node: Nodes.Node): Promise<void> => {
  let file: string | undefined
  await report.check({ check: "bundle", subject: "@inlay/salesdata/promise" }, async () => {
    file = await bundle(folder, "page.ts", join(folder, "bundle"))
    const bytes = statSync(file).size
    const size = `${kilobytes(bytes)} minified`
    if (bytes > MAX_BUNDLE_BYTES) throw new Error(`${size}; at most ${kilobytes(MAX_BUNDLE_BYTES)} are allowed`)
    return size
  })
  await report.check({ check: "run", subject: "@inlay/salesdata/promise in a browser" }, async () => {
    const page = file
    if (page === undefined) throw new Error("there is no bundle")
    return Programs.withSandbox(node, folder, (sandbox) => runInBrowser(folder, page, sandbox))
  })
}

/**
 * @param folder an empty folder outside the workspace
 * @returns how many checks failed
 */
export const releaseCheck = async (folder: string, write: (text: string) => void): Promise<number> => {
  const report = makeReport(write)
  const tarballs = await packAll(report, folder)
  if (report.failures() > 0) return report.failures()
  await lintAll(report, tarballs)
  const project = join(folder, "project")
  let installed = false
  await report.check({ check: "npm install", subject: "all, in an empty project" }, async () => {
    await install(project, tarballs)
    installed = true
  })
  await report.check({ check: "npm install", subject: "beside Effect 3 and vitest 3" }, () =>
    resolveBeside(join(folder, "older"), tarballs, { effect: "^3.0.0", vitest: "^3.0.0" })
  )
  if (!installed) return report.failures()
  for (const pkg of tarballs.filter((each) => toolSteps(each).length > 0)) {
    await report.check({ check: "bundle", subject: `${pkg.manifest.name}, each tool step` }, () =>
      checkToolSteps(project, pkg)
    )
  }
  await checkTypes(report, project)
  const nodes: Array<Nodes.Node> = []
  for (const version of await Nodes.versions()) {
    await report.check({ check: "npm install", subject: "node", node: version }, async () => {
      nodes.push(await Nodes.install(version))
    })
  }
  for (const node of nodes) await runOn(report, project, tarballs, node)
  const [last] = nodes.slice(-1)
  if (last !== undefined) {
    await report.check({ check: "run", subject: "suites of ./testing", node: last.version }, async () => {
      await run(last.path, [join(project, "node_modules/vitest/vitest.mjs"), "run"], { cwd: project })
    })
    const beside = (subject: string, work: (sandbox: Sandbox) => Promise<string>) =>
      report.check({ check: "side by side", subject, node: last.version }, () =>
        Programs.withSandbox(last, project, work)
      )
    await beside("enrich a list twice", (sandbox) => SideBySide.enrichTwice(last, project, sandbox))
    await beside("all issues, one created", (sandbox) => SideBySide.issues(last, project, sandbox))
    await beside("a plugin over MCP", () => SideBySide.pluginOverMcp(last, project))
    await checkBrowser(report, project, last)
  }
  return report.failures()
}
