package io.smartt.testbed;

import io.smartt.controller.address.Ipv4Prefix;
import io.smartt.experiment.settings.SettingsSection;
import io.smartt.host.settings.Setting;
import io.smartt.testbed.sonic.PortLine;

/**
 * The settings that SONiC switches are configured with. A queue is a traffic class too.
 *
 * @param linkPrefix addresses for links: at most /30, so that two links fit
 * @param pool a key of BUFFER_POOL
 * @param controlQueue served before the others
 * @param fec of every port
 * @param autoneg of every port
 */
public record SonicSettings(
    @Setting(
            defaultValue = "172.16.0.0/16",
            meaning = "Addresses of links, a /31 each; hosts keep theirs from 10.0.0.1 on.")
        String linkPrefix,
    @Setting(
            defaultValue = "egress_lossy_pool",
            meaning = "Buffer pool of the queues, a key of BUFFER_POOL.")
        String pool,
    @Setting(defaultValue = "0", meaning = "Queue and traffic class of data packets.")
        int dataQueue,
    @Setting(defaultValue = "1", meaning = "Queue and traffic class of all other traffic.")
        int otherQueue,
    @Setting(
            defaultValue = "6",
            meaning =
                "Queue and traffic class of ACKs, NACKs, credits and trimmed packets, served"
                    + " first.")
        int controlQueue,
    @Setting(defaultValue = "9100", meaning = "MTU of every port, bytes.") int mtu,
    @Setting(
            defaultValue = "by-lane",
            meaning =
                "Forward error correction of every port; by-lane: rs where a lane runs at 50 Gbps"
                    + " or more, else as it is.")
        PortLine.Fec fec,
    @Setting(defaultValue = "keep", meaning = "Autonegotiation of every port.")
        PortLine.Autoneg autoneg) {

  /** The keys {@code sonic.*}. */
  static final SettingsSection<SonicSettings> SECTION =
      new SettingsSection<>("sonic", SonicSettings.class);

  private static final int LONGEST_LINK_PREFIX = 30;
  private static final int LAST_QUEUE = 7;
  private static final int LEAST_MTU = 1280;
  private static final int MOST_MTU = 9216;

  /** Checks the prefix and the numbers. */
  public SonicSettings {
    if (Ipv4Prefix.find(linkPrefix)
        .filter(prefix -> prefix.length() <= LONGEST_LINK_PREFIX)
        .isEmpty()) {
      throw new IllegalArgumentException(
          "'" + linkPrefix + "' is not a prefix, such as 172.16.0.0/16");
    }
    SettingRange.require("data-queue", dataQueue, 0, LAST_QUEUE);
    SettingRange.require("other-queue", otherQueue, 0, LAST_QUEUE);
    SettingRange.require("control-queue", controlQueue, 0, LAST_QUEUE);
    SettingRange.require("mtu", mtu, LEAST_MTU, MOST_MTU);
  }
}
