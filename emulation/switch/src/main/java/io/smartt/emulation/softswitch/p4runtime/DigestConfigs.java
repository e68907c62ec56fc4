package io.smartt.emulation.softswitch.p4runtime;

import io.smartt.p4.info.DigestInfo;
import java.util.Map;
import org.p4.v1.DigestEntry;
import org.p4.v1.Update;

/** Which digests are sent, and how they are bundled (P4Runtime section 9.8). */
final class DigestConfigs {
  private final WriteContext context;

  DigestConfigs(WriteContext context) {
    this.context = context;
  }

  void write(Update.Type type, DigestEntry message) {
    DigestInfo digest = context.owned(context.info().digests(), "digest", message.getDigestId());
    String owner = "digest '" + digest.name() + "'";
    Map<Integer, DigestEntry.Config> configs = context.store().digests();
    boolean exists = configs.containsKey(digest.id());
    if (type == Update.Type.INSERT && exists) {
      throw Refusal.exists(owner + " is already sent");
    }
    if (type != Update.Type.INSERT && !exists) {
      throw Refusal.notFound(owner + " is not sent; INSERT it first");
    }
    if (type == Update.Type.DELETE) {
      context.journal().remove(configs, digest.id());
      return;
    }
    DigestEntry.Config config = message.getConfig();
    if (config.getMaxTimeoutNs() < 0
        || config.getMaxListSize() < 0
        || config.getAckTimeoutNs() < 0) {
      throw Refusal.invalid(owner + ": timeouts and list size must be 0 or more");
    }
    context.journal().put(configs, digest.id(), config);
  }
}
