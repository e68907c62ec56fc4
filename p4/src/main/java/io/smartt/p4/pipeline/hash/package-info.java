/** The hash and checksum algorithms that v1model programs may name, and the input they work on. */
@NullMarked
package io.smartt.p4.pipeline.hash;

import org.jspecify.annotations.NullMarked;
