/**
 * A text that the user has typed and neither saved nor sent. A popup closes with a click beside it, so the text is kept
 * in memory until then, or until the browser ends.
 */
import { useEffect, useRef, useState } from "preact/hooks"

import { draftOf, forgetDraft, forgetInSession, inSession } from "../messaging/session-storage.ts"

interface Draft {
  /** `undefined` until it has been read; empty if there is none. */
  readonly draft: string | undefined
  /** @param text empty to forget it. Without storage, it lasts as long as the view. */
  readonly keepDraft: (text: string) => void
  /** Forgets it, unless it is another text than this one by now. */
  readonly dropDraft: (text: string) => Promise<void>
}

/** @param name what the text is for, first of all its kind, such as `note` or `reply`, and of which account */
export const useDraft = (name: string): Draft => {
  const key = `draft ${name}`
  const [now, setDraft] = useState<{ readonly key: string; readonly text: string }>()
  // Only the newest reading may draw, and none that is older than what was typed.
  const turn = useRef(0)
  useEffect(() => {
    const read = async () => {
      const mine = ++turn.current
      const text = (await draftOf(name)) ?? ""
      if (mine === turn.current) setDraft({ key, text })
    }
    void read()
    return () => {
      turn.current += 1
    }
  }, [key])
  return {
    draft: now?.key === key ? now.text : undefined,
    dropDraft: (text) => {
      setDraft((draft) => (draft?.key === key && draft.text === text ? { key, text: "" } : draft))
      return forgetDraft(name, text)
    },
    keepDraft: (text) => {
      turn.current += 1
      setDraft({ key, text })
      void inSession((session) => (text === "" ? session.remove(key) : session.set({ [key]: text })))
    }
  }
}

/**
 * Called when records are deleted: no half-written note about their people or companies stays, nor a search from one of
 * them. The drafts about others go, too, because a draft does not tell whom the deleted records are about. Replies stay.
 */
export const forgetRecordDrafts = (): Promise<void> => forgetInSession((key) => /^draft (?:note|people) /.test(key))
