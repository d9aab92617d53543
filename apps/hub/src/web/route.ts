/** The console's routes: the part of the address behind `#`, as names separated by slashes. */
import { useEffect, useState } from "preact/hooks"

export type Place = ReadonlyArray<string>

const unescaped = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const placeOf = (hash: string): Place =>
  hash
    .replace(/^#\/?/, "")
    .split("/")
    .filter((part) => part !== "")
    .map(unescaped)

export const linkTo = (...place: Place): string => `#/${place.map(encodeURIComponent).join("/")}`

export const go = (...place: Place): void => {
  location.hash = linkTo(...place)
}

export const usePlace = (): Place => {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const changed = () => setHash(location.hash)
    addEventListener("hashchange", changed)
    // A link may have been opened since the first drawing.
    changed()
    return () => removeEventListener("hashchange", changed)
  }, [])
  return placeOf(hash)
}
