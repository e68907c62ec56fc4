package io.smartt.experiment.entries;

import module java.base;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import io.smartt.base.input.InputFile;
import io.smartt.base.input.UserInputException;
import io.smartt.controller.p4runtime.EntityCodec;
import io.smartt.experiment.exercise.ExerciseJson;
import io.smartt.p4.info.P4InfoIndex;
import org.p4.v1.Entity;
import org.p4.v1.P4RuntimeOuterClass;
import org.p4.v1.ReadResponse;
import org.p4.v1.Update;
import org.p4.v1.WriteRequest;

/**
 * Reads what to write into a switch: the tutorials' JSON, or protobuf text, which is a {@code
 * p4.v1.WriteRequest} (what {@code p4c --p4runtime-entries-files} writes), a {@code ReadResponse},
 * or entities one after the other. An entity without an update around it is inserted, or modified
 * where it always exists.
 */
public final class EntriesFile {
  private static final String UPDATES = "updates";
  private static final String ENTITIES = "entities";

  /** The fields of all three messages in one; entities may stand there as often as one likes. */
  private static final Descriptor TOP = top();

  private EntriesFile() {}

  /**
   * Reads a file, as JSON where its name ends so.
   *
   * @param info of the program whose names JSON has; text has its ids
   * @throws UserInputException naming file and line or key
   */
  public static List<Update> read(Path file, P4InfoIndex info) {
    if (!file.toString().endsWith(".json")) {
      return parse(InputFile.text(file), file.toString());
    }
    ExerciseJson json = ExerciseJson.read(file);
    json.requireOnly(RuntimeEntries.KEYS);
    if (RuntimeEntries.LISTS.stream().noneMatch(list -> json.find(list).isPresent())) {
      throw json.wrong("has none of " + String.join(", ", RuntimeEntries.LISTS));
    }
    return new RuntimeEntries(info).updates(json);
  }

  /** Reads protobuf text; {@code name} is of its file, for errors. */
  public static List<Update> parse(String text, String name) {
    DynamicMessage.Builder top = DynamicMessage.newBuilder(TOP);
    try {
      TextFormat.merge(text, top);
    } catch (TextFormat.ParseException e) {
      throw new UserInputException(
          "%s:%d: neither a p4.v1.WriteRequest, a ReadResponse nor entities: %s"
              .formatted(name, e.getLine(), e.getMessage()),
          e);
    }
    List<Update> updates = new ArrayList<>();
    List<Entity> alone = new ArrayList<>();
    for (FieldDescriptor field : TOP.getFields()) {
      FieldDescriptor kind = Entity.getDescriptor().findFieldByName(field.getName());
      for (int i = 0; field.isRepeated() && i < top.getRepeatedFieldCount(field); i++) {
        Message value = (Message) top.getRepeatedField(field, i);
        switch (field.getName()) {
          case UPDATES -> updates.add(Update.newBuilder().mergeFrom(value).build());
          case ENTITIES ->
              updates.add(EntityCodec.update(Entity.newBuilder().mergeFrom(value).build()));
          default -> alone.add(Entity.newBuilder().setField(kind, value).build());
        }
      }
    }
    // The text has lost its order by now: what others refer to comes first.
    alone.sort(Comparator.comparingInt(EntityCodec::rank));
    alone.forEach(entity -> updates.add(EntityCodec.update(entity)));
    return updates;
  }

  private static Descriptor top() {
    DescriptorProto.Builder top = DescriptorProto.newBuilder().setName("Entries");
    Stream.of(WriteRequest.getDescriptor(), ReadResponse.getDescriptor())
        .flatMap(message -> message.getFields().stream())
        .forEach(field -> add(field, field.toProto().getLabel(), top));
    Entity.getDescriptor()
        .getFields()
        .forEach(field -> add(field, FieldDescriptorProto.Label.LABEL_REPEATED, top));
    FileDescriptor p4runtime = P4RuntimeOuterClass.getDescriptor();
    FileDescriptorProto file =
        FileDescriptorProto.newBuilder()
            .setSyntax("proto3")
            .setPackage(p4runtime.getPackage())
            .addDependency(p4runtime.getName())
            .addMessageType(top)
            .build();
    try {
      return FileDescriptor.buildFrom(file, new FileDescriptor[] {p4runtime})
          .getMessageTypes()
          .getFirst();
    } catch (DescriptorValidationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void add(
      FieldDescriptor field, FieldDescriptorProto.Label label, DescriptorProto.Builder top) {
    top.addField(
        field.toProto().toBuilder()
            .clearOneofIndex()
            .setLabel(label)
            .setNumber(top.getFieldCount() + 1));
  }
}
