/** Tests of the package. */
@NullMarked
package io.smartt.p4.pipeline.interpreter;

import org.jspecify.annotations.NullMarked;
