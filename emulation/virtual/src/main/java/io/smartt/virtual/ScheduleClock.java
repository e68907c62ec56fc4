package io.smartt.virtual;

/**
 * The virtual time of a standing network, from a moment on.
 *
 * @param basePs the moment, in the network's time
 */
record ScheduleClock(ActionSchedule agenda, long basePs) {
  long nowPs() {
    return agenda.nowPs() - basePs;
  }
}
