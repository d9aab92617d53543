// @vitest-environment happy-dom
import { render } from "preact"
import { expect, it, vi } from "vitest"

import { usePlace } from "./route.ts"

const Shown = () => <p>{usePlace().join(" ")}</p>

it("follows a link that is opened before the listener is there", async () => {
  location.hash = "#/integrations"
  // Not by the testing library, which runs the effects at once.
  render(<Shown />, document.body)
  expect(document.body.textContent).toBe("integrations")
  location.hash = "#/deliveries"
  dispatchEvent(new Event("hashchange"))
  await vi.waitFor(() => expect(document.body.textContent).toBe("deliveries"))
})
