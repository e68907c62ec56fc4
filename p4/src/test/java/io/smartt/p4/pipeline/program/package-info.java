/** Tests of the package. */
@NullMarked
package io.smartt.p4.pipeline.program;

import org.jspecify.annotations.NullMarked;
