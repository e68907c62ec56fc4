package io.smartt.realtime.netns;

import io.smartt.experiment.settings.SettingsSection;
import io.smartt.host.packetio.PacketIoHandler.IdleStrategy;
import io.smartt.host.settings.Setting;

/**
 * The settings of how real packets are carried in network namespaces.
 *
 * @param idle block: two cores carry sixteen hosts and eight switches and everything else as well
 * @param raisedPriority true: the process then keeps its wires' times under other load
 * @param switches together: one event loop carries them best; apart: they can be killed
 * @param agents together: what two cores carry best
 * @param tcp streams from host to host
 * @param workers host:port*cores with commas between; none: all on this machine
 * @param hostsApart whether a host may be on another machine than its switch
 * @param warmUpS 6: what two busy cores take for about 100,000 frames at every hop
 */
public record NetnsSettings(
    @Setting(
            defaultValue = "block",
            meaning = "What event loops do when there is nothing to do: block or poll.")
        IdleStrategy idle,
    @Setting(
            defaultValue = "together",
            meaning =
                "Hosts' agents: together in the process of the run, or apart, a process each.")
        NetnsSettings.ProcessPlacement agents,
    @Setting(
            defaultValue = "false",
            meaning = "Whether a host may be on another machine than the switch that it hangs off.")
        boolean hostsApart,
    @Setting(
            defaultValue = "true",
            meaning =
                "Whether the process runs before ordinary ones (nice -19) while traffic runs.")
        boolean raisedPriority,
    @Setting(
            defaultValue = "none",
            meaning =
                "TCP of the kernel next to the experiment: none, or streams from host to host such"
                    + " as h5>h1,h6>h2.")
        String tcp,
    @Setting(
            defaultValue = "6",
            meaning = "Seconds at most for a small experiment first, to warm up the JVM; 0: none.")
        double warmUpS,
    @Setting(
            defaultValue = "together",
            meaning =
                "Where embedded switches run: together in this process, or apart in one each.")
        NetnsSettings.ProcessPlacement switches,
    @Setting(
            defaultValue = "none",
            meaning =
                "Machines that carry the network between them: none (this one), or workers such as"
                    + " 10.0.0.2:9570*8,10.0.0.3:9570*4, each with its cores.")
        String workers) {

  /** The keys {@code netns.*}. */
  public static final SettingsSection<NetnsSettings> SECTION =
      new SettingsSection<>("netns", NetnsSettings.class);

  /** The processes in which the agents of hosts, or the switches, of the netns fabric run. */
  public enum ProcessPlacement {
    /** Everything runs in the process of the run. */
    TOGETHER,

    /** Each in a process of its own. */
    APART
  }
}
