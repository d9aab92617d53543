/**
 * Finds a company's organisation at the code host. It requests the organisation named like the company's domain, and
 * accepts it only if it names that domain itself, because a name alone proves nothing.
 */
import type { Send } from "../../messaging/client.ts"
import type { Failure } from "../../messaging/failure.ts"
import { withScheme } from "../../messaging/origin.ts"
import { hasFields, isList, isMaybe, isNumberIn, isText, type Guarded } from "../../messaging/shape.ts"
import { read, type Read } from "../site/reading.ts"

const PLUGIN = "codehost"
const STEP = "codehost_api_call"

export interface Organisation {
  readonly login: string
  readonly url: string
  readonly repositories: number
  /** Most used first. */
  readonly languages: ReadonlyArray<string>
  /** ISO 8601; `null` if nothing was pushed. */
  readonly pushedAt: string | null
}

const isProfile = hasFields({
  login: isText,
  html_url: isText,
  public_repos: isNumberIn(0, 1e9),
  blog: isMaybe(isText),
  email: isMaybe(isText)
})

const isRepositories = isList(hasFields({ language: isMaybe(isText), pushed_at: isMaybe(isText) }))

/** Returns the part of a domain that its owner chose: `acme` of `acme.com.au`. */
export const nameOf = (domain: string): string => domain.slice(0, domain.indexOf("."))

const isAt = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`)

/** Whether an organisation names the domain as its own, in its link or its email address. */
export const isOf = ({ blog, email }: Pick<Guarded<typeof isProfile>, "blog" | "email">, domain: string): boolean => {
  const link = blog == null || blog === "" ? "" : withScheme(blog)
  const isLinked = URL.canParse(link) && isAt(new URL(link).hostname, domain)
  return isLinked || isAt(email?.split("@").at(-1)?.toLowerCase() ?? "", domain)
}

/** Names of the accounts that can be used; empty if none is connected. */
export const codeAccounts = async (send: Send): Promise<ReadonlyArray<string>> => {
  const reply = await send("accountNames", { plugin: PLUGIN })
  return reply.ok ? reply.output.names : []
}

const readEndpoint = <A>(send: Send, account: string, endpoint: string, of: (body: unknown) => A | undefined) =>
  read(send, { plugin: PLUGIN, account, step: STEP, input: { method: "GET", endpoint } }, ({ body }) => of(body))

const isAbsent = ({ reason }: Failure): boolean => reason === "NotFound"

/** Sorted by how many repositories use them. */
const languagesOf = (repositories: Guarded<typeof isRepositories>): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  for (const { language } of repositories) {
    if (typeof language === "string") counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([language]) => language)
}

/** Sends at most two requests. `null` if no organisation names the domain. */
export const findOrganisation = async (
  send: Send,
  account: string,
  domain: string
): Promise<Read<Organisation | null>> => {
  const name = nameOf(domain)
  // Nothing is sent for a text that cannot be an organisation's name.
  if (!/^[a-z\d](?:-?[a-z\d]){0,38}$/i.test(name)) return { ok: true, value: null }
  const profile = await readEndpoint(send, account, `/orgs/${name}`, (body) => (isProfile(body) ? body : undefined))
  if (!profile.ok) return isAbsent(profile.error) ? { ok: true, value: null } : profile
  const { login, html_url: url, public_repos: repositories } = profile.value
  if (!isOf(profile.value, domain)) return { ok: true, value: null }
  const list = await readEndpoint(send, account, `/orgs/${login}/repos?sort=pushed&per_page=20`, (body) =>
    isRepositories(body) ? body : undefined
  )
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

const refusedDomains = (): ReadonlyArray<string> => (localStorage.getItem(STORED) ?? "").split("\n")

/** Whether the user has rejected the organisation found for a domain. */
export const isRefused = (domain: string): boolean => refusedDomains().includes(domain)

const refusedBeside = (domain: string): ReadonlyArray<string> => refusedDomains().filter((one) => one !== domain)

/** If storage is full, what was said lasts as long as the popup. */
const save = (domains: ReadonlyArray<string>): void => {
  try {
    localStorage.setItem(STORED, domains.slice(0, MOST).join("\n"))
  } catch {}
}

export const refuse = (domain: string): void => save([domain, ...refusedBeside(domain)])

export const allow = (domain: string): void => save(refusedBeside(domain))
