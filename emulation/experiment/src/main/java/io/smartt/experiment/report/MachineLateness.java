package io.smartt.experiment.report;

/**
 * The lateness of the machines of a run in real time, as shares: 0.05 is 5 %.
 *
 * @param switches of the base RTT, by which RTTs were longer since switches came late
 * @param hosts of the base RTT, by which RTTs were longer since hosts' threads came late
 * @param switchesLost of the run, in which a switch had something to do and did nothing
 * @param sendingLost of the time with data that window and pacing allowed, in which none was sent
 * @param slept of the run's short sleeps, by which they were too long
 */
public record MachineLateness(
    double switches, double hosts, double switchesLost, double sendingLost, double slept) {}
