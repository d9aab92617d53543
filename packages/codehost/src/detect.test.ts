import { detectSuite } from "@inlay/agent-plugin/testing"
import { expect, it } from "vitest"

import { finds, hosts, ignores } from "./detect-examples.ts"
import { detect, pageHostsOf } from "./detect.ts"
import { pageHost } from "./vendors.ts"

detectSuite([{ plugin: "codehost", detect: (url) => detect(url, hosts)?.kind, finds, ignores, general: [] }])

it("names the same repository on every page of it", () => {
  const widgets = Object.keys(finds).filter((url) => url.includes("/widgets"))
  expect(new Set(widgets.map((url) => `${detect(url, hosts)?.owner}/${detect(url, hosts)?.repo}`))).toEqual(
    new Set(["acme/widgets"])
  )
  expect(hosts).toContain(pageHost)
})

it.each([
  ["https://github.com/acme/widgets/issues/7", { kind: "issue", issue_number: 7 }],
  ["https://github.com/acme/widgets/pull/12/files", { kind: "pull_request", pull_number: 12 }],
  ["https://github.com/acme/widgets/commit/0123ABCdef", { kind: "commit", sha: "0123abcdef" }],
  ["https://github.com/acme/widgets/blob/main/a%20b.md", { kind: "file", ref_and_path: "main/a b.md" }],
  ["https://github.com/acme/widgets/releases/tag/v1%2F2", { kind: "release", tag: "v1/2" }],
  ["https://github.com/acme/widgets/actions/runs/42", { kind: "workflow_run", run_id: 42 }],
  ["https://github.com/acme/widgets/issues/0", { kind: "repository" }],
  ["https://github.com/acme/widgets/issues/12a", { kind: "repository" }]
])("reads %s", (url, about) => {
  expect(detect(url, hosts)).toEqual({ owner: "acme", repo: "widgets", ...about })
})

it.each([
  [{}, ["github.com"]],
  [{ base_url: "https://api.github.com/" }, ["github.com"]],
  [{ base_url: "https://api.octocorp.ghe.com" }, ["octocorp.ghe.com"]],
  [{ base_url: "https://api.acme.example/api/v3" }, ["api.acme.example"]],
  [{ base_url: "https://code.acme.example/api/v3" }, ["code.acme.example"]],
  [{ base_url: "http://127.0.0.1:4680/codehost", page_site: "http://127.0.0.1:4680/repo/" }, ["127.0.0.1:4680/repo"]],
  [{ base_url: "https://api.acme.example", page_site: " Code.Acme.example " }, ["code.acme.example"]],
  [{ base_url: "no address" }, []]
])("%o has its pages at %o", (settings, pageHosts) => {
  expect(pageHostsOf(settings)).toEqual(pageHosts)
})
