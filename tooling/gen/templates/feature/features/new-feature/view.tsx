/** What the section shows of a page. */
import { newFeature as words } from "../../locales/en/new-feature.ts"
import type { Page } from "../section.ts"

export const View = ({ address }: Page) => (
  <section class="body" aria-labelledby="new-feature">
    <h2 id="new-feature">{words.title}</h2>
    <p>{words.page(new URL(address).pathname)}</p>
  </section>
)
