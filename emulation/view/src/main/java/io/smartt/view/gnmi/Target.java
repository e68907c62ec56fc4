package io.smartt.view.gnmi;

import module java.base;

import io.grpc.Status;
import io.smartt.controller.gnmi.Path;
import io.smartt.experiment.report.RunResult;

/**
 * The switches whose counters a request is about, and the tree, from the target in its prefix: the
 * name of a switch, or {@code *} for all of them; {@code COUNTERS_DB} or {@code COUNTERS_DB/leaf1}
 * for SONiC's tree, as its switches with several ASICs take {@code COUNTERS_DB/asic0} (sonic-gnmi
 * 5ec1c20b, sonic_data_client/db_client.go:551). A network of one switch needs no name.
 *
 * @param text as the client wrote it
 * @param name of a switch; empty: the only one
 */
record Target(String text, String name, CounterTree tree) {
  private static final String ALL = "*";

  /** The one of a prefix. */
  static Target of(Path prefix) {
    String text = prefix.getTarget();
    if (text.equals(SonicTree.DATABASE)) {
      return new Target(text, "", new SonicTree());
    }
    if (text.startsWith(SonicTree.DATABASE + "/")) {
      return new Target(text, text.substring(SonicTree.DATABASE.length() + 1), new SonicTree());
    }
    return new Target(text, text, new OpenConfigTree());
  }

  /**
   * The switches of a run.
   *
   * @throws io.grpc.StatusRuntimeException if there is none of the name, with those that there are
   */
  Collection<CountedSwitch> in(RunResult result) {
    Map<String, CountedSwitch> switches = CountedSwitch.of(result);
    if (name.equals(ALL) || (name.isEmpty() && switches.size() == 1)) {
      return switches.values();
    }
    CountedSwitch one = switches.get(name);
    if (one == null) {
      throw Status.NOT_FOUND
          .withDescription(
              (name.isEmpty() ? "the prefix has no target" : "target " + text)
                  + "; switches are "
                  + String.join(", ", switches.keySet()))
          .asRuntimeException();
    }
    return List.of(one);
  }

  /**
   * The target of an answer: what the client wrote (gNMI 0.10, 2.2.2.1), and where that is all
   * switches the one that has it.
   */
  String answered(CountedSwitch device) {
    return name.equals(ALL) ? text.replace(ALL, device.name()) : text;
  }
}
