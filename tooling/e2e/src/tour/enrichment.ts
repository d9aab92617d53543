/** The sales rep's part of the tour: profile page, toolbar button, popup, card in the page. */
import { join } from "node:path"

import { screenshot } from "@inlay/browser"

import { waitForCards } from "../support/page-card.ts"
import { openPopup, press, rowsOf, textOf, waitForText } from "../support/popup.ts"
import { connect, demoPages, setStage, type Stage } from "../support/stage.ts"
import { facts, step } from "./report.ts"

const chargedOf = (text: string): string => /(\d+) credits? /.exec(text)?.[0]?.trim() ?? "unknown credits"

/** Opens a page, enriches it by a true toolbar click, and takes pictures; `name` begins their files' names. */
const enrichPage = async (stage: Stage, url: string, title: string, artifacts: string, name: string) => {
  const page = await stage.extension.openPage(url)
  const popup = await step(
    `toolbar click on ${title}`,
    () => openPopup(stage.extension, page),
    () => url
  )
  await screenshot(popup, join(artifacts, `${name}-popup-before.png`))
  await step(
    "Enrich: asked the provider over HTTP, answered in the popup",
    async () => {
      await press(popup, "Enrich")
      return waitForText(popup, /Copy all/)
    },
    chargedOf
  )
  facts(await rowsOf(popup))
  await screenshot(popup, join(artifacts, `${name}-popup.png`))
  await step("the card stands in the page, in a closed root", () => waitForCards(page, (cards) => cards.length === 1))
  await screenshot(page, join(artifacts, `${name}-page.png`))
  return page
}

export const enrichment = async (stage: Stage, artifacts: string): Promise<void> => {
  await step(
    "options page: account connected and checked",
    () => connect(stage, { cap_day: "50" }),
    ({ said }) => said.split(".")[0] ?? ""
  )
  const { profilePage, companyPage } = demoPages(stage)
  const page = await enrichPage(stage, profilePage, "a profile page", artifacts, "person")
  await step(
    "second click on the same profile: free",
    async () => {
      const popup = await openPopup(stage.extension, page)
      await waitForText(popup, /0 credits/)
      await screenshot(popup, join(artifacts, "person-popup-again.png"))
      return textOf(popup)
    },
    chargedOf
  )
  await enrichPage(stage, companyPage, "a company page", artifacts, "company")
}

/** The same pictures in the dark. */
export const inTheDark = async (sandbox: Stage["sandbox"], artifacts: string): Promise<void> => {
  const stage = await setStage({ sandbox, colorScheme: "dark" })
  try {
    const { page: options } = await connect(stage, { cap_day: "50" })
    await screenshot(options, join(artifacts, "options-dark.png"))
    const { profilePage } = demoPages(stage)
    const page = await stage.extension.openPage(profilePage)
    const popup = await openPopup(stage.extension, page)
    await press(popup, "Enrich")
    await waitForText(popup, /Copy all/)
    await screenshot(popup, join(artifacts, "person-popup-dark.png"))
    await waitForCards(page, (cards) => cards.length === 1)
    await screenshot(page, join(artifacts, "person-page-dark.png"))
  } finally {
    await stage.close()
  }
}
