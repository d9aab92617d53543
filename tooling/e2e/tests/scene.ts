/**
 * What the tests of one file share: a browser with the extension, a sandbox, and people that were not looked up yet, so
 * that no test depends on another's answers.
 */
import type { Page } from "@inlay/browser"
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest"

import { enrichInPage, openPopup, RESULT, waitForText } from "../src/product/popup.ts"
import { setStage, type Stage, type StageOptions } from "../src/product/stage.ts"
import { controlOf, type Control } from "../src/world/control.ts"
import { pagesOf, picture } from "./picture.ts"
import { isWhole } from "./whole.ts"

export interface Profile {
  readonly url: string
  readonly path: string
  readonly name: string
}

export interface Scene extends Stage {
  readonly control: Control
  /** A person that no earlier test in this file has used. */
  readonly somebody: () => Profile
  /** Opens a page and clicks the toolbar button over it. */
  readonly click: (url: string) => Promise<{ readonly page: Page; readonly popup: Page }>
  /** Also presses Enrich, and waits until the card is in the page and the popup has closed. */
  readonly enrich: (url: string) => Promise<{ readonly page: Page }>
  /** Then also clicks the toolbar button again: the complete record is in the popup, and no card in the page. */
  readonly result: (url: string) => Promise<{ readonly page: Page; readonly popup: Page }>
}

/** Names that can be derived from the address alone: without accents and apostrophes. */
const plain = /^(?:[A-Z][a-z]+ )+[A-Z][a-z]+$/

const peopleOf = async (origin: string): Promise<Array<Profile>> => {
  const list = (await (await fetch(`${origin}/in.json`)).json()) as {
    readonly items: ReadonlyArray<{ readonly href: string; readonly name: string }>
  }
  return list.items
    .filter(({ name }) => plain.test(name))
    .map(({ href, name }) => ({ url: origin + href, path: href, name }))
}

/** Draws like for a user only if pictures are taken. */
export const setTestStage = (options: StageOptions): Promise<Stage> => setStage({ plain: !isWhole, ...options })

export const sceneOf = async (stage: Stage): Promise<Scene> => {
  const people = await peopleOf(stage.sandbox.origin)
  const click = async (url: string) => {
    const page = await stage.extension.openPage(url)
    return { page, popup: await openPopup(stage.extension, page) }
  }
  const enrich = async (url: string) => {
    const { page, popup } = await click(url)
    await enrichInPage(popup)
    return { page }
  }
  return {
    ...stage,
    control: controlOf(stage.sandbox),
    somebody: () => {
      const next = people.shift()
      if (next === undefined) throw new Error("the sandbox's first list has nobody left")
      return next
    },
    click,
    enrich,
    result: async (url) => {
      const { page } = await enrich(url)
      const popup = await openPopup(stage.extension, page)
      await waitForText(popup, RESULT)
      return { page, popup }
    }
  }
}

/**
 * A stage for the tests of a file. The sandbox's calls are reset before each test, and its pages are closed after it.
 * @param account changes to the sandbox's account; `false` leaves the extension unconnected
 */
export const useScene = (
  options: StageOptions = {},
  account: Readonly<Record<string, string>> | false = {}
): (() => Scene) => {
  let scene: Scene | undefined
  const current = (): Scene => {
    if (scene === undefined) throw new Error("the scene is not set yet")
    return scene
  }
  beforeAll(async () => {
    scene = await sceneOf(await setTestStage({ ...options, ...(account !== false && { connected: account }) }))
  })
  beforeEach(() => current().control.reset())
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") await picture(current(), task.name)
    for (const page of await pagesOf(current())) await page.close()
  })
  afterAll(() => scene?.close())
  return current
}
