/** An item as a card. Pure. */
import type { Card } from "@inlay/agent-plugin/Card"

import type { Item } from "./schema/Item.ts"

/** The card of an item, and when it was read. */
export const itemCard = (item: Item, asked: Pick<Card, "fetchedAt" | "fromCache">): Card => ({
  title: item.name,
  subtitle: item.id,
  notices: [],
  sections: [
    {
      title: "",
      rows: [
        { label: "Page", value: item.url, kind: "url", source: "url" },
        { label: "Updated", value: item.updated_at.slice(0, 10), kind: "text", source: "updated_at" }
      ]
    }
  ],
  fetchedAt: asked.fetchedAt,
  fromCache: asked.fromCache
})
