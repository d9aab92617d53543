/**
 * A company's organisation at the code host. The organisation with the name of the company's domain is asked for, and is
 * theirs only where it names that domain itself: a name alone proves nothing.
 */
import type { Send } from "../../messaging/client.ts"
import type { Failure } from "../../messaging/failure.ts"
import { hasFields, isList, isNullable, isNumberIn, isObject, isOptional, isText } from "../../messaging/shape.ts"
import { read, type Read } from "../site/reading.ts"

const PLUGIN = "codehost"
const STEP = "codehost_api_call"

export interface Organisation {
  readonly login: string
  readonly url: string
  readonly repositories: number
  /** The most used first. */
  readonly languages: ReadonlyArray<string>
  /** ISO 8601; `null` where nothing was pushed. */
  readonly pushedAt: string | null
}

interface Profile {
  readonly login: string
  readonly html_url: string
  readonly public_repos: number
  readonly blog?: string | null | undefined
  readonly email?: string | null | undefined
}

const isProfile = hasFields<Profile>({
  login: isText,
  html_url: isText,
  public_repos: isNumberIn(0, 1e9),
  blog: isOptional(isNullable(isText)),
  email: isOptional(isNullable(isText))
})

interface Repository {
  readonly language?: string | null | undefined
  readonly pushed_at?: string | null | undefined
}
const isRepositories = isList(
  hasFields<Repository>({ language: isOptional(isNullable(isText)), pushed_at: isOptional(isNullable(isText)) })
)

/** The part of a domain that its owner chose: `acme` of `acme.com.au`. */
const nameOf = (domain: string): string => domain.slice(0, domain.indexOf("."))

const isAt = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`)

/** Whether an organisation names a domain as its own: in its link or its address. */
export const isOf = ({ blog, email }: Pick<Profile, "blog" | "email">, domain: string): boolean => {
  const link = blog == null || blog === "" ? "" : blog.includes("://") ? blog : `https://${blog}`
  const isLinked = URL.canParse(link) && isAt(new URL(link).hostname, domain)
  return isLinked || isAt(email?.split("@").at(-1)?.toLowerCase() ?? "", domain)
}

/** Names of the accounts that could be asked; none where none is connected. */
export const codeAccounts = async (send: Send): Promise<ReadonlyArray<string>> => {
  const reply = await send("accountNames", { plugin: PLUGIN })
  return reply.ok ? reply.output.names : []
}

const readEndpoint = <A>(send: Send, account: string, endpoint: string, of: (body: unknown) => A | undefined) =>
  read(send, { plugin: PLUGIN, account, step: STEP, input: { method: "GET", endpoint } }, ({ body }) => of(body))

const isAbsent = ({ reason }: Failure): boolean => reason === "NotFound"

/** By how many repositories use them. */
const languagesOf = (repositories: ReadonlyArray<Repository>): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  for (const { language } of repositories) {
    if (typeof language === "string") counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([language]) => language)
}

/** Two requests at most. `null` where there is no organisation that names the domain. */
export const findOrganisation = async (
  send: Send,
  account: string,
  domain: string
): Promise<Read<Organisation | null>> => {
  const name = nameOf(domain)
  // What could be no organisation's name is not asked for.
  if (!/^[a-z\d](?:-?[a-z\d]){0,38}$/i.test(name)) return { ok: true, value: null }
  const profile = await readEndpoint(send, account, `/orgs/${name}`, (body) => (isProfile(body) ? body : undefined))
  if (!profile.ok) return isAbsent(profile.error) ? { ok: true, value: null } : profile
  const { login, html_url: url, public_repos: repositories } = profile.value
  if (!isOf(profile.value, domain)) return { ok: true, value: null }
  const list = await readEndpoint(send, account, `/orgs/${login}/repos?sort=pushed&per_page=20`, (body) => {
    const items = isObject(body) && Array.isArray(body["items"]) ? body["items"] : body
    return isRepositories(items) ? items : undefined
  })
  if (!list.ok) return list
  const pushedAt =
    list.value
      .flatMap(({ pushed_at }) => pushed_at ?? [])
      .toSorted()
      .at(-1) ?? null
  return { ok: true, value: { login, url, repositories, languages: languagesOf(list.value), pushedAt } }
}

const STORED = "inlay.not-theirs"
const MOST = 500

const refused = (): ReadonlyArray<string> => (localStorage.getItem(STORED) ?? "").split("\n")

/** Whether the user said that an organisation is not of the company behind a domain. */
export const isRefused = (domain: string): boolean => refused().includes(domain)

export const refuse = (domain: string): void =>
  localStorage.setItem(STORED, [domain, ...refused().filter((one) => one !== domain)].slice(0, MOST).join("\n"))

export const allow = (domain: string): void =>
  localStorage.setItem(
    STORED,
    refused()
      .filter((one) => one !== domain)
      .join("\n")
  )
