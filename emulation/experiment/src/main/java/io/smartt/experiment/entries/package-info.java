/** Entries of switches' tables that users write: in protobuf text, and in the tutorials' JSON. */
@NullMarked
package io.smartt.experiment.entries;

import org.jspecify.annotations.NullMarked;
