/** The sales rep's part of the tour: profile page, toolbar button, popup, card in the page. */
import { join } from "node:path"

import { screenshot } from "@inlay/browser"

import { waitForCards } from "../product/page-card.ts"
import { enrichInPage, openPopup, RESULT, rowsOf, waitForText } from "../product/popup.ts"
import { connect, demoPages, setStage, type Stage } from "../product/stage.ts"
import { facts, step } from "./report.ts"

const chargedOf = (text: string): string => /(\d+) credits? /.exec(text)?.[0]?.trim() ?? "unknown credits"

/**
 * Opens a page, enriches it with a real click on the toolbar button, and takes pictures; `name` is the prefix of their
 * file names.
 */
const enrichPage = async (stage: Stage, url: string, title: string, artifacts: string, name: string) => {
  const page = await stage.extension.openPage(url)
  const popup = await step(
    `toolbar click on ${title}`,
    () => openPopup(stage.extension, page),
    () => url
  )
  await screenshot(popup, join(artifacts, `${name}-popup-before.png`))
  await step(
    "Enrich: the provider answers over HTTP, the page shows the card in a closed shadow root, the popup closes",
    async () => {
      await enrichInPage(popup)
      const [card = ""] = await waitForCards(page, (cards) => cards.length === 1)
      return card
    },
    chargedOf
  )
  await screenshot(page, join(artifacts, `${name}-page.png`))
  await step(
    "second click: the popup shows the whole record for free, and the card leaves the page",
    async () => {
      const again = await openPopup(stage.extension, page)
      const text = await waitForText(again, RESULT)
      facts(await rowsOf(again))
      await screenshot(again, join(artifacts, `${name}-popup.png`))
      return text
    },
    chargedOf
  )
}

export const enrichment = async (stage: Stage, artifacts: string): Promise<void> => {
  await step(
    "options page: account connected and checked",
    () => connect(stage, { cap_day: "50" }),
    ({ said }) => said.split(".")[0] ?? ""
  )
  const { profilePage, companyPage } = demoPages(stage)
  await enrichPage(stage, profilePage, "a profile page", artifacts, "person")
  await enrichPage(stage, companyPage, "a company page", artifacts, "company")
}

/** Takes the same pictures in dark mode. */
export const inTheDark = async (sandbox: Stage["sandbox"], artifacts: string): Promise<void> => {
  const stage = await setStage({ sandbox, colorScheme: "dark" })
  try {
    const { page: options } = await connect(stage, { cap_day: "50" })
    await screenshot(options, join(artifacts, "options-dark.png"))
    const { profilePage } = demoPages(stage)
    const page = await stage.extension.openPage(profilePage)
    const popup = await openPopup(stage.extension, page)
    await enrichInPage(popup)
    await waitForCards(page, (cards) => cards.length === 1)
    await screenshot(page, join(artifacts, "person-page-dark.png"))
    const again = await openPopup(stage.extension, page)
    await waitForText(again, RESULT)
    await screenshot(again, join(artifacts, "person-popup-dark.png"))
  } finally {
    await stage.close()
  }
}
