/** Tests of charts. */
@NullMarked
package io.smartt.study.plot;

import org.jspecify.annotations.NullMarked;
