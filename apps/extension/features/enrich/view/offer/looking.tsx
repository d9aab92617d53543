/** Shown until the popup's content is known: the person's name if the address gives it, otherwise a placeholder. */
import { popup } from "../../../../locales/popup.ts"
import { nameOf } from "../../../../ui/text/name.ts"
import { earlySubject } from "../../subject/early-subject.ts"

/** @param address of the tab, once it is known */
export const Looking = ({ address = "" }: { readonly address?: string }) => {
  const subject = earlySubject(address)
  return (
    <section class="popup" aria-busy="true">
      <div class="head">
        <div>
          <h1 class="bone">{subject && nameOf(subject)}</h1>
          <p class="unseen" role="status">
            {popup.loading}
          </p>
        </div>
      </div>
    </section>
  )
}
