/** Shown on a page for which no section of the popup has anything: why, and on which pages there would be something. */
import { nothing as words } from "../locales/offer.ts"
import { Head } from "../ui/Head.tsx"
import type { Shell } from "../ui/shell.ts"

/** The button that had the focus, such as one that checked the page again, may be gone. */
const focus = (title: HTMLElement | null): void => title?.focus({ preventScroll: true })

export const NothingHere = (props: { readonly shell: Shell; readonly reasons: ReadonlyArray<string> }) => (
  <section class="popup">
    <Head shell={props.shell} title={words.title} titleRef={focus} />
    <div class="body">
      {(props.reasons.length === 0 ? [words.elsewhere] : props.reasons).map((reason) => (
        <p>{reason}</p>
      ))}
    </div>
  </section>
)
