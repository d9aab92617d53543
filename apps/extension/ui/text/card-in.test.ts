import { expect, it } from "vitest"

import { recordText } from "../../locales/de/record.ts"
import { companyCard } from "../../tests/samples/cards.ts"
import { cardIn } from "./card-in.ts"

it.each([
  ["Unnamed person", "Person ohne Namen"],
  ["Unnamed company", "Unternehmen ohne Namen"],
  // The name of a company, although it is also a label.
  ["Mobile", "Mobile"]
])("a card's title %s is %s in German", (title, german) => {
  expect(cardIn({ ...companyCard, title }, recordText).title).toBe(german)
})
