package io.smartt.experiment.report;

/**
 * The size of an experiment and an estimate of what a run of it costs.
 *
 * @param hosts of the network
 * @param switches of the network
 * @param links of the network
 * @param entries P4Runtime entities that the controller would write, summed over switches
 * @param packets data packets of the workload, retransmissions left out
 * @param packetHops packets through switches, an ACK for each data packet included
 * @param idealSeconds when the last flow would end in an ideal network, in the experiment's time
 * @param wallSeconds estimate of the run's duration on the virtual fabric
 * @param memoryBytes estimate of the process's memory on the virtual fabric
 */
public record RunPlan(
    int hosts,
    int switches,
    int links,
    long entries,
    long packets,
    long packetHops,
    double idealSeconds,
    double wallSeconds,
    long memoryBytes) {}
