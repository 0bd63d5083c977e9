// Preloaded (`--import`) into a process with an IPC channel, which must not outlive the process
// that started it, however that one ends.

process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
