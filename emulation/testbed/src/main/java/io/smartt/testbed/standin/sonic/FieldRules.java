package io.smartt.testbed.standin.sonic;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The rules of SONiC's Generic Config Updater for what a patch may do to single fields. It does not
 * look at the operations of the client but at the difference of the configurations before and after
 * (as Python's {@code jsonpatch.from_diff} writes it, sonic-utilities 691b1bbc,
 * generic_config_updater/ gu_common.py:184), and asks a validator by table
 * (gcu_field_operation_validators.conf.json:49-192).
 */
final class FieldRules {
  /** One operation of a difference; the path has table, key and field as far as it goes. */
  record Difference(String op, List<String> path, Optional<JsonNode> value) {}

  /** td4 is this one SKU; th5 of which these are (conf.json:41, 34). */
  private static final List<String> TD4 = List.of("nokia-ixr7220-d4-36d");

  private static final List<String> TH5 = List.of("nokia-ixr7220-h5-64d", "arista-7060x6-64pe");

  private FieldRules() {}

  /**
   * Refuses in the words of SONiC (gu_common.py:236).
   *
   * @param ports PORT_TABLE of STATE_DB
   */
  static void require(ObjectNode before, ObjectNode after, JsonNode ports) {
    String asic = asic(before.path("DEVICE_METADATA").path("localhost").path("hwsku").asText());
    for (Difference one : differences(before, after)) {
      boolean good =
          switch (one.path().getFirst()) {
            // field_operation_validators.py:178, any field of the table.
            case "PFC_WD" -> !asic.equals("unknown");
            // conf.json:90: no scenario, so nothing may be changed.
            case "BUFFER_POOL" -> false;
            case "BUFFER_PROFILE" -> isProfileAllowed(one, asic);
            case "PORT" -> isPortAllowed(one, ports);
            default -> true;
          };
      if (!good) {
        throw new IllegalArgumentException(
            "Modification of %s table is illegal- validating function returned False - %s /%s"
                .formatted(one.path().getFirst(), one.op(), String.join("/", one.path())));
      }
    }
  }

  /** field_operation_validators.py:23. */
  private static String asic(String sku) {
    String small = sku.toLowerCase(Locale.ROOT);
    return TD4.stream().anyMatch(small::contains)
        ? "td4"
        : TH5.stream().anyMatch(small::contains) ? "th5" : "unknown";
  }

  /**
   * field_operation_validators.py:182: whole profiles come, go and are replaced; of single fields,
   * dynamic_th and xoff are replaced on a known ASIC, and packet_discard_action on those of
   * conf.json:169, of which Trident 4 is none. Any other verb is refused, also {@code move}.
   */
  private static boolean isProfileAllowed(Difference one, String asic) {
    if (one.path().size() == 2) {
      return List.of("add", "remove", "replace").contains(one.op());
    }
    if (one.path().size() < 2 || asic.equals("unknown")) {
      return false;
    }
    return switch (one.path().getLast()) {
      case "dynamic_th", "xoff" -> one.op().equals("replace");
      case "packet_discard_action" ->
          asic.equals("th5") && List.of("add", "replace").contains(one.op());
      default -> false;
    };
  }

  /** field_operation_validators.py:216: speed and fec are those that STATE_DB has. */
  private static boolean isPortAllowed(Difference one, JsonNode ports) {
    if (one.op().equals("remove") || one.path().size() != 3) {
      return true;
    }
    JsonNode port = ports.path(one.path().get(1));
    String value = one.value().map(JsonNode::asText).orElse("");
    return switch (one.path().get(2)) {
      case "speed" -> isIn(value, port.path("supported_speeds").asText(""), value);
      case "fec" -> isIn(value, port.path("supported_fecs").asText(""), "rs,fc,none,auto");
      default -> true;
    };
  }

  private static boolean isIn(String value, String list, String otherwise) {
    return List.of((list.isEmpty() ? otherwise : list).split("\\s*,\\s*", -1)).contains(value);
  }

  /**
   * Returns the differences; what is removed here and added with the same value there is moved
   * (python-jsonpatch).
   */
  static List<Difference> differences(ObjectNode before, ObjectNode after) {
    List<Difference> all = new ArrayList<>();
    compare(List.of(), before, after, all);
    List<Difference> removed = all.stream().filter(one -> one.op().equals("remove")).toList();
    List<Difference> moved = new ArrayList<>();
    for (Difference one : all) {
      boolean moves =
          one.op().equals("add")
              && removed.stream().anyMatch(gone -> gone.value().equals(one.value()));
      moved.add(moves ? new Difference("move", one.path(), one.value()) : one);
    }
    return moved;
  }

  private static void compare(
      List<String> path, JsonNode before, JsonNode after, List<Difference> all) {
    Set<String> names = new TreeSet<>();
    before.fieldNames().forEachRemaining(names::add);
    after.fieldNames().forEachRemaining(names::add);
    for (String name : names) {
      List<String> at = new ArrayList<>(path);
      at.add(name);
      JsonNode old = before.path(name);
      JsonNode now = after.path(name);
      if (old.isMissingNode()) {
        all.add(new Difference("add", at, Optional.of(now)));
      } else if (now.isMissingNode()) {
        all.add(new Difference("remove", at, Optional.of(old)));
      } else if (old.isObject() && now.isObject()) {
        compare(at, old, now, all);
      } else if (!old.equals(now)) {
        all.add(new Difference("replace", at, Optional.of(now)));
      }
    }
  }
}
