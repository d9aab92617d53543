/** Reads the hub's data page by page and offers it to the browser as a file download. */
import { get, type Answer } from "../api/client.ts"
import type { AccountList, Run } from "../api/types.ts"

type Rows = Answer<ReadonlyArray<unknown>>

const DAYS_MILLIS = 30 * 86_400_000

/** The runs of the last thirty days, newest first. */
export const runs = async (): Promise<Rows> => {
  const since = new Date(Date.now() - DAYS_MILLIS).toISOString()
  const all: Array<Run> = []
  let cursor = ""
  do {
    const answer = await get<{ readonly items: ReadonlyArray<Run>; readonly next?: string }>(
      `/api/runs?limit=200&since=${encodeURIComponent(since)}${cursor}`
    )
    if (!answer.ok) return answer
    all.push(...answer.value.items)
    cursor = answer.value.next === undefined ? "" : `&cursor=${encodeURIComponent(answer.value.next)}`
  } while (cursor !== "")
  return { ok: true, value: all }
}

export const accounts = async (): Promise<Rows> => {
  const answer = await get<AccountList>("/api/accounts")
  return answer.ok ? { ok: true, value: answer.value.accounts } : answer
}

export const download = (file: string, content: unknown): void => {
  const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: "application/json" }))
  const link = document.createElement("a")
  link.href = url
  link.download = file
  link.click()
  URL.revokeObjectURL(url)
}
