/**
 * A text that the user has typed and neither saved nor sent. A popup closes with a click beside it, so the text is kept
 * in memory until then, or until the browser ends.
 */
import { useEffect, useState } from "preact/hooks"

import { forgetInSession, inSession, sessionValue } from "../messaging/session-storage.ts"

interface Draft {
  /** `undefined` until it has been read; empty if there is none. */
  readonly draft: string | undefined
  /** @param text empty to forget it. Without storage, it lasts as long as the view. */
  readonly keepDraft: (text: string) => void
}

/** @param name what the text is for, first of all its kind, such as `note` or `reply`, and of which account */
export const useDraft = (name: string): Draft => {
  const key = `draft ${name}`
  const [now, setDraft] = useState<{ readonly key: string; readonly text: string }>()
  useEffect(() => {
    let isCurrent = true
    const read = async () => {
      const text = (await sessionValue<string>(key)) ?? ""
      if (isCurrent) setDraft({ key, text })
    }
    void read()
    return () => {
      isCurrent = false
    }
  }, [key])
  return {
    draft: now?.key === key ? now.text : undefined,
    keepDraft: (text) => {
      setDraft({ key, text })
      void inSession((session) => (text === "" ? session.remove(key) : session.set({ [key]: text })))
    }
  }
}

/**
 * Called when records are deleted: no half-written note about their people or companies stays, nor a search from one of
 * them. The drafts about others go, too, because a draft does not tell whom the deleted records are about. Replies stay.
 */
export const forgetRecordDrafts = async (): Promise<void> => {
  await forgetInSession("draft note ")
  await forgetInSession("draft people ")
}
