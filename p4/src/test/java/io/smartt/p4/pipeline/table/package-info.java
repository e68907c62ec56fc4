/** Tests of the package. */
@NullMarked
package io.smartt.p4.pipeline.table;

import org.jspecify.annotations.NullMarked;
