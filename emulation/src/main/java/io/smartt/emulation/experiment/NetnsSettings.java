package io.smartt.emulation.experiment;

import io.smartt.host.settings.Setting;

/**
 * How real packets are carried in network namespaces.
 *
 * @param idle block: two cores carry sixteen hosts and eight switches and everything else as well
 * @param raisedPriority true: the process then keeps its wires' times beside other load
 */
public record NetnsSettings(
    @Setting(
            standard = "block",
            meaning = "What event loops do when there is nothing to do: block or poll.")
        LoopWait idle,
    @Setting(
            standard = "true",
            meaning = "Whether the process runs before ordinary ones (nice -15) while traffic runs.")
        boolean raisedPriority) {}
