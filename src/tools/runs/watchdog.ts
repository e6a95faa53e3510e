import { type ChildProcess, spawn } from "node:child_process";

/**
 * A shell script that is told on its pipe which process groups run. If the pipe closes, this process has ended, so the
 * script kills the groups that are left.
 */
const WATCH = `g=' '
while read -r told pid; do
  case $told in begun) g="$g$pid " ;; *) g="\${g%% $pid *} \${g#* $pid }" ;; esac
done
[ "$g" = ' ' ] && exit
for pid in $g; do kill -s TERM -- "-$pid"; done 2>/dev/null
sleep 1
for pid in $g; do kill -s KILL -- "-$pid"; done 2>/dev/null`;

const groups = new Set<number>();
/** One for all groups: to start one takes as much CPU as a small command. */
let watchdog: ChildProcess | undefined;

/**
 * Starts a command in its own process group, which is killed if this process is killed. Call `unwatch` once the group
 * has ended. The watchdog is there before the command, which on a busy machine runs long before this process goes on.
 */
export function spawnWatched<T extends ChildProcess>(spawnCommand: () => T): { child: T; unwatch: () => void } {
  if (process.platform !== "win32") watchdog ??= start();
  const child = spawnCommand();
  const { pid } = child;
  if (pid === undefined) return { child, unwatch: () => {} };
  groups.add(pid);
  tell("begun", pid);
  return { child, unwatch: () => groups.delete(pid) && tell("ended", pid) };
}

function start(): ChildProcess {
  const started = spawn("/bin/sh", ["-c", WATCH, "payment-sandbox-watchdog"], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  const gone = () => {
    if (watchdog === started) watchdog = undefined;
  };
  started.on("error", gone).on("exit", gone).unref();
  // Without a free file descriptor, there is none.
  started.stdin?.on("error", gone);
  watchdog = started;
  for (const pid of groups) tell("begun", pid);
  return started;
}

function tell(what: "begun" | "ended", pid: number): void {
  watchdog?.stdin?.write(`${what} ${pid}\n`);
}
