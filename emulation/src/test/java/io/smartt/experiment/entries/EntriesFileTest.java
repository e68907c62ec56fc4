package io.smartt.experiment.entries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.p4.v1.Update;

/** Tests of {@link EntriesFile}. */
class EntriesFileTest {
  private static List<Update> parse(String text) {
    return EntriesFile.parse(text, "e.txtpb");
  }

  @Test
  void aWriteRequestSaysWhatToDo() {
    List<Update> updates =
        parse(
            """
            # as p4c writes it
            device_id: 1
            updates { type: INSERT entity { table_entry { table_id: 1 } } }
            updates { type: DELETE entity { table_entry { table_id: 2 } } }
            """);

    assertThat(updates)
        .extracting(Update::getType)
        .containsExactly(Update.Type.INSERT, Update.Type.DELETE);
    assertThat(updates.get(1).getEntity().getTableEntry().getTableId()).isEqualTo(2);
  }

  @Test
  void updatesAloneAreAWriteRequest() {
    assertThat(parse("updates { type: MODIFY entity { counter_entry { } } }")).hasSize(1);
    assertThat(parse("")).isEmpty();
  }

  @Test
  void entitiesOfAReadAreInsertedOrModifiedWhereTheyExist() {
    List<Update> updates =
        parse(
            """
            entities { table_entry { table_id: 1 } }
            entities { table_entry { table_id: 1 is_default_action: true } }
            entities { register_entry { register_id: 1 } }
            entities { packet_replication_engine_entry { multicast_group_entry { } } }
            """);

    assertThat(updates)
        .extracting(Update::getType)
        .containsExactly(
            Update.Type.INSERT, Update.Type.MODIFY, Update.Type.MODIFY, Update.Type.INSERT);
  }

  @Test
  void entitiesMayFollowOneAnother() {
    List<Update> updates =
        parse(
            """
            table_entry {  # { not a brace
              table_id: 1 metadata: "} \\" {"
            } table_entry { table_id: 2 }
            meter_entry < meter_id: 3 >
            """);

    assertThat(updates).hasSize(3);
    assertThat(updates.get(0).getEntity().getTableEntry().getMetadata().toStringUtf8())
        .isEqualTo("} \" {");
    assertThat(updates.get(1).getEntity().getTableEntry().getTableId()).isEqualTo(2);
    assertThat(updates.get(2).getEntity().getMeterEntry().getMeterId()).isEqualTo(3);
  }

  @Test
  void mistakesAreNamedWithTheirLine() {
    assertThatThrownBy(() -> parse("table_entry { }\n\ntable_entry {\n  tabel_id: 2\n}"))
        .isInstanceOf(UserInputException.class)
        .hasMessageStartingWith(
            "e.txtpb:4: neither a p4.v1.WriteRequest, a ReadResponse nor entities:")
        .hasMessageContaining("tabel_id");
    assertThatThrownBy(() -> parse("updates {\n type: NOTHING }"))
        .hasMessageStartingWith("e.txtpb:2: neither a p4.v1.WriteRequest");
    assertThatThrownBy(() -> parse("wrong { }"))
        .hasMessageStartingWith("e.txtpb:1: neither a p4.v1.WriteRequest");
  }
}
