/**
 * Where tests keep databases: in memory if the machine has enough, because on a disk they would spend most of their
 * time writing files.
 */
import { existsSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"

const MEMORY = "/dev/shm"
/** The space required. Containers often have only 64 MB there. */
const ROOM_BYTES = 2 * 1024 ** 3

const hasRoom = (): boolean => {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ROOM_BYTES
}

export const fastFolder: string = hasRoom() ? MEMORY : tmpdir()
