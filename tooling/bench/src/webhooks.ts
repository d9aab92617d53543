/**
 * Signed deliveries like those of the code host: the published examples for one repository, each with a different body.
 */
import { createHmac, randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { Agent, request } from "node:http"

/** The secret of the other contenders. The hub makes its own. */
export const WEBHOOK_SECRET = "not-a-secret-of-anybody"
/** The repository of most published examples. */
const PUBLISHED = "Codertocat/Hello-World"
/** A repository of the simulated code host. The examples are changed to be about it. */
export const REPOSITORY = { owner: "acme", repo: "widgets" }
const NAME = `${REPOSITORY.owner}/${REPOSITORY.repo}`
export const PLACE = `repos/${NAME}`

interface Published {
  readonly name: string
  readonly examples: ReadonlyArray<{ readonly repository?: { readonly full_name?: string } }>
}

interface Template {
  readonly event: string
  /** The JSON text without its last brace. */
  readonly text: string
}

const templates = (): ReadonlyArray<Template> => {
  const file = new URL(import.meta.resolve("@octokit/webhooks-examples/api.github.com/index.json"))
  const all = JSON.parse(readFileSync(file, "utf8")) as ReadonlyArray<Published>
  return all.flatMap(({ name, examples }) =>
    examples
      .filter(({ repository }) => repository?.full_name === PUBLISHED)
      .map((example) => ({ event: name, text: JSON.stringify(example).replaceAll(PUBLISHED, NAME).slice(0, -1) }))
  )
}

/** Star events of the code host, a different one each time. */
export const stars = (): (() => { readonly event: string; readonly body: Buffer }) => {
  const star = templates().find(({ event, text }) => event === "star" && text.includes('"action":"created"'))
  if (star === undefined) throw new Error("no star among the published examples")
  let second = Math.floor(Date.now() / 1000)
  return () => {
    const at = new Date(++second * 1000).toISOString().replace(".000", "")
    return { event: "star", body: Buffer.from(`${star.text},"starred_at":"${at}"}`) }
  }
}

/** The headers with which the code host signs a delivery. */
export const headersOf = (secret: string, event: string, body: Buffer) => ({
  "content-type": "application/json",
  "content-length": body.length,
  "user-agent": "GitHub-Hookshot/bench",
  "x-github-event": event,
  "x-github-delivery": randomUUID(),
  "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`
})

export interface Receiver {
  readonly url: URL
  readonly secret: string
}

/** Sends deliveries over some connections, one after another on each. */
export const makeSender = ({ url, secret }: Receiver, connections: number) => {
  const all = templates()
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let count = 0
  let answersMillis: Array<number> = []
  const next = () => {
    const number = count++
    const { event, text } = all[number % all.length] ?? { event: "", text: "" }
    const body = Buffer.from(`${text},"bench":${number}}`)
    return { body, headers: headersOf(secret, event, body) }
  }
  const once = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const { body, headers } = next()
      const startMillis = performance.now()
      const outgoing = request(url, { agent, method: "POST", headers })
      outgoing.once("error", reject)
      outgoing.once("response", (response) => {
        response.resume()
        response.once("end", () => {
          const { statusCode = 0 } = response
          answersMillis.push(performance.now() - startMillis)
          if (statusCode >= 200 && statusCode < 300) resolve()
          else reject(new Error(`${url.host} answered ${statusCode}`))
        })
      })
      outgoing.end(body)
    })
  const many = async (isOver: (sent: number) => boolean): Promise<number> => {
    let sendCount = 0
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (!isOver(sendCount)) {
          sendCount++
          await once()
        }
      })
    )
    return sendCount
  }
  return {
    /** Returns how many were accepted until the deadline (`performance.now()`). */
    until: (deadline: number) => many(() => performance.now() >= deadline),
    times: (limit: number) => many((sendCount) => sendCount >= limit),
    /** The response times since the last call, ms. */
    answers: (): ReadonlyArray<number> => {
      const before = answersMillis
      answersMillis = []
      return before
    },
    close: () => agent.destroy()
  }
}
