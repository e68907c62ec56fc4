package io.smartt.testbed.sonic.shown;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import io.smartt.testbed.sonic.ConfigDb;
import io.smartt.testbed.sonic.Finding;
import io.smartt.testbed.sonic.SwitchPlan;

/**
 * Finds what a switch does not do though its CONFIG_DB asks for it: SONiC's daemons skip with a
 * line of syslog what they cannot do. What follows from a port without a link is said once, of the
 * port.
 *
 * @param held its CONFIG_DB
 */
public record StateChecks(SwitchPlan plan, ConfigDb held, ShownState shown) {
  /** Errors first. */
  public List<Finding> findings() {
    Findings findings = new Findings();
    for (String vrf : plan.vrfs()) {
      if (!shown.vrfs().path(vrf).path("state").asText().equals("ok")) {
        findings.error(
            "vrf-not-made", vrf, "orchagent has not made it (STATE_DB VRF_OBJECT_TABLE)");
      }
    }
    plan.ports().forEach(port -> line(findings, port));
    plan.ports().forEach(port -> reach(findings, port));
    plan.routes().forEach(route -> route(findings, route));
    new QueueChecks(plan, held, shown).addTo(findings);
    return findings.all();
  }

  private void line(Findings findings, SwitchPlan.RoutedPort port) {
    String name = port.name();
    if (!shown.isUp(name)) {
      findings.warning(
          "port-down",
          name,
          "is up by CONFIG_DB but has no link (APPL_DB PORT_TABLE oper_status): cable, FEC or the"
              + " other end");
      return;
    }
    differs(name, "speed", Long.toString(port.speedMbps()))
        .ifPresent(is ->
            findings.error(
                "port-speed",
                name,
                "runs at %s Mbps, not at %d (STATE_DB PORT_TABLE)"
                    .formatted(is, port.speedMbps())));
    held.field("PORT", name, "fec")
        .filter(fec -> !fec.equals("auto"))
        .ifPresent(fec ->
            differs(name, "fec", fec)
                .ifPresent(is ->
                    findings.error(
                        "port-fec",
                        name,
                        "has fec %s, not %s (STATE_DB PORT_TABLE)".formatted(is, fec))));
  }

  /** Returns what a port shows, where it shows something else. */
  private Optional<String> differs(String port, String field, String wanted) {
    String is = shown.lines().path(port).path(field).asText("");
    return Optional.of(is)
        .filter(text -> !text.isEmpty() && !text.equals("N/A") && !text.equals(wanted));
  }

  private void reach(Findings findings, SwitchPlan.RoutedPort port) {
    JsonNode entry = shown.interfaces().path(port.name());
    if (entry.isMissingNode() || !entry.path("vrf").asText().equals(port.vrf())) {
      String where =
          entry.isMissingNode()
              ? "is no interface"
              : "is in "
                  + (entry.path("vrf").asText().isEmpty()
                      ? "the default VRF"
                      : entry.path("vrf").asText());
      findings.error(
          "not-bound",
          port.name(),
          where + ", not in " + port.vrf() + " (STATE_DB INTERFACE_TABLE)");
    }
    port.neighbour()
        .filter(_ -> shown.isUp(port.name()))
        .filter(other -> !shown.neighbours().has(port.name() + ":" + other.address()))
        .ifPresent(other ->
            findings.error(
                "neighbour-not-set",
                port.name(),
                "the kernel has no neighbour " + other.address() + " (APPL_DB NEIGH_TABLE)"));
  }

  private void route(Findings findings, SwitchPlan.StaticRoute route) {
    Set<String> wanted =
        route.nextHops().stream()
            .map(SwitchPlan.StaticRoute.NextHop::port)
            .filter(shown::isUp)
            .collect(Collectors.toCollection(TreeSet::new));
    // nl_addr2str leaves the length of a host's address out.
    String host = route.vrf() + ":" + route.prefix().replaceFirst("/32$", "");
    JsonNode entry = shown.routes().path(host);
    if (entry.isMissingNode()) {
      entry = shown.routes().path(route.vrf() + ":" + route.prefix());
    }
    Set<String> is = new TreeSet<>();
    if (!entry.isMissingNode()) {
      is.addAll(List.of(entry.path("ifname").asText("").split(",", -1)));
    }
    if (!is.containsAll(wanted)) {
      findings.error(
          "route-not-there",
          route.vrf() + "|" + route.prefix(),
          is.isEmpty()
              ? "is not in APPL_DB ROUTE_TABLE"
              : "leads over %s, not over %s (APPL_DB ROUTE_TABLE)"
                  .formatted(String.join(",", is), String.join(",", wanted)));
    }
  }

  /** Findings by what they are about: many ports with the same fault are one line. */
  static final class Findings {
    private static final int MOST_NAMES = 4;

    private record Said(boolean error, String code, String what) {}

    private final Map<Said, List<String>> said = new LinkedHashMap<>();

    void error(String code, String about, String what) {
      said.computeIfAbsent(new Said(true, code, what), _ -> new ArrayList<>()).add(about);
    }

    void warning(String code, String about, String what) {
      said.computeIfAbsent(new Said(false, code, what), _ -> new ArrayList<>()).add(about);
    }

    List<Finding> all() {
      List<Finding> all = new ArrayList<>();
      said.forEach((key, about) ->
          all.add(new Finding(key.error(), key.code(), names(about) + ": " + key.what())));
      all.sort((a, b) -> Boolean.compare(b.error(), a.error()));
      return all;
    }

    private static String names(List<String> about) {
      return about.size() <= MOST_NAMES
          ? String.join(", ", about)
          : "%s and %d more"
              .formatted(
                  String.join(", ", about.subList(0, MOST_NAMES - 1)),
                  about.size() - MOST_NAMES + 1);
    }
  }
}
