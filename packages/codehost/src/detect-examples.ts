/** Example addresses for the detector, used by its tests and the documentation. */
export const hosts = ["github.com", "code.acme.example", "127.0.0.1:4680/repo"]

/** Maps an address to the kind of resource that it shows. */
export const finds = {
  "https://github.com/acme/widgets": "repository",
  "https://www.github.com/acme/widgets/?tab=readme-ov-file#install": "repository",
  "https://github.com/acme/widgets.git": "repository",
  "https://github.com/acme/widgets/issues": "repository",
  "https://github.com/acme/widgets/tree/feature/a/b": "repository",
  "https://github.com/acme/widgets/issues/7#issuecomment-1": "issue",
  "https://github.com/acme/widgets/pull/12/files": "pull_request",
  "https://github.com/acme/widgets/commit/0123ABCdef": "commit",
  "https://github.com/acme/widgets/blob/feature/a/b/src/main.ts#L10": "file",
  "https://github.com/acme/widgets/releases/tag/v1.0.0": "release",
  "https://github.com/acme/widgets/actions/runs/123456789/job/2": "workflow_run",
  "https://github.com/integrations/terraform-provider-github": "repository",
  "https://github.com/education/classroom/issues/7": "issue",
  "https://code.acme.example/tools/.github/pull/3": "pull_request",
  "http://127.0.0.1:4680/repo/acme/widgets": "repository",
  "http://127.0.0.1:4680/repo/acme/widgets/issues/1": "issue"
} as const

/** Similar addresses that show no resource. */
export const ignores = [
  "https://github.com/",
  "https://github.com/acme",
  "https://github.com/settings/tokens",
  "https://github.com/orgs/acme/projects/1",
  "https://github.com/Marketplace/actions",
  "https://github.com/advisories/GHSA-jf85-cpcp-j695",
  "https://github.com/enterprises/acme/people",
  "https://github.com/solutions/industries",
  "https://github.com/newsroom/press-releases",
  "https://github.com/partners/technology",
  "https://github.com/resources/articles",
  "https://github.com/account/organizations",
  "https://github.com/stars/mona/lists",
  "https://github.com.evil.example/acme/widgets",
  "https://notgithub.com/acme/widgets",
  "https://github.com/acme/wid%20gets",
  "https://github.com/acme/%E0%A4%A",
  "https://gist.github.com/mona/0123456789abcdef",
  "http://127.0.0.1:4680/acme/widgets",
  "http://127.0.0.1:4680/repository/acme/widgets",
  "ftp://github.com/acme/widgets",
  "about:blank",
  "not an address"
]
